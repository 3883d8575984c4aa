import { inTime } from '#components/kit/in-time.ts'
import { shortText } from '#components/kit/short-text.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import type { Ask } from '#lib/pages/question.ts'
import { kindOf, kindWord } from './wallet-of.ts'

/** How long metadata waits for a node to report what the address is. */
const kindWithinMs = 300

const detailLengthMax = 80

/** Metadata of a tab of an address. `detail` is what the tab shows of it: a function, an event. */
export const aboutTab = async (
  kind: string,
  { ask, state, address }: { ask: Ask; state: EvmChainState; address: string },
  detail?: string,
): Promise<PageSummary> => ({
  title: detail ? `${address}: ${cutText(detail, detailLengthMax)}` : address,
  subjectKind: kindWord(await inTime(kindOf(ask, state, address), kindWithinMs)),
  place: state.title,
  summary: `${kind} of the address ${shortText(address)} on ${state.title}.`,
})

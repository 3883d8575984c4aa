import { inTime } from '#components/kit/in-time.ts'
import { shortText } from '#components/kit/short-text.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import type { Ask } from '#lib/pages/question.ts'
import { kindOf, kindWord } from './wallet-of.ts'

/** How long metadata waits for a node to report what the address is. */
const kindWithinMs = 300

/** Metadata of a tab of an address. */
export const aboutTab = async (
  kind: string,
  { ask, state, address }: { ask: Ask; state: EvmChainState; address: string },
): Promise<PageSummary> => ({
  title: address,
  subjectKind: kindWord(await inTime(kindOf(ask, state, address), kindWithinMs)),
  place: state.title,
  summary: `${kind} of the address ${shortText(address)} on ${state.title}.`,
})

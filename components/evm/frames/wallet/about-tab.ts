import { inTime } from '#components/kit/in-time.ts'
import { shortText } from '#components/kit/short-text.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import type { Ask } from '#lib/pages/question.ts'
import { kindWord, nameOf, walletKindOf } from './wallet-of.ts'

/** How long metadata waits for a node to report what the address is, and its name. */
const knownWithinMs = 250

const detailLengthMax = 80

/** Metadata of a tab of an address. `detail` is what the tab shows of it: a function, an event. */
export const aboutTab = async (
  kind: string,
  { ask, state, address }: { ask: Ask; state: EvmChainState; address: string },
  detail?: string,
): Promise<PageSummary> => {
  const [name, found] = await Promise.all([
    nameOf(ask, state, address, knownWithinMs),
    inTime(walletKindOf(ask, state, address), knownWithinMs),
  ])
  const title = name ?? address
  return {
    title: detail ? `${title}: ${cutText(detail, detailLengthMax)}` : title,
    isNamed: name !== null,
    subjectKind: kindWord(found),
    place: state.title,
    summary: `${kind} of ${name ? `${name}, ` : 'the address '}${shortText(address)} on ${state.title}.`,
  }
}

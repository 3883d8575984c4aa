import { shortText } from '#components/kit/short-text.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'

/** Metadata of a wallet's tab. */
export const aboutTab = (kind: string, { state, address }: { state: EvmChainState; address: string }): PageSummary => ({
  title: address,
  place: state.title,
  summary: `${kind} of the wallet ${shortText(address)} on ${state.title}.`,
  facts: [],
})

import { shortText } from '#components/kit/said.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import type { Said } from '#lib/pages/page-definition.ts'

/** Metadata of a wallet's tab. */
export const aboutTab = (kind: string, { state, address }: { state: EvmChainState; address: string }): Said => ({
  title: address,
  place: state.title,
  summary: `${kind} of the wallet ${shortText(address)} on ${state.title}.`,
  facts: [],
})

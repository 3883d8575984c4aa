import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { NothingListed } from './nothing-listed.tsx'

/** In place of a wallet's transactions. */
export const NothingOfWallet = (props: { state: EvmChainState; isFiltered: boolean }) => (
  <NothingListed {...props} noun="transactions" certain="This wallet has sent and received nothing." />
)

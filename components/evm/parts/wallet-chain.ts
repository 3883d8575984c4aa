import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { WalletChain } from './send-transaction.ts'

/** The chain as wallets know it. */
export const walletChainOf = ({ chain_id, title, symbol, decimals, public_node_url }: EvmChainState): WalletChain => ({
  chainId: chain_id,
  title,
  symbol,
  decimals,
  publicNodeUrl: public_node_url,
})

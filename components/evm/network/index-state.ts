import type { EvmChainState } from '#lib/evm/network/contract.ts'

/** The state of a chain's index in one word; an index that only covers a configured range is not called synced. */
export const indexState = ({ status, index_complete, indexed_block }: EvmChainState): string => {
  if (status !== 'SYNCED' || index_complete !== false) return status
  return indexed_block === null ? 'NOT INDEXED' : 'PARTLY INDEXED'
}

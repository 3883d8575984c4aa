import type { EvmChainState } from '#lib/evm/contract/explorer.ts'

/** The state of a chain's index in a word; an index that only covers its configured part is not called synced. */
export const indexState = ({ status, index_complete, indexed_block }: EvmChainState): string => {
  if (status !== 'SYNCED' || index_complete !== false) return status
  return indexed_block === null ? 'NOT INDEXED' : 'PARTLY INDEXED'
}

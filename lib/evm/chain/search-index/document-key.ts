import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

/**
 * The key by which documents and their texts are upserted. SQLite takes the row id only, which is unique over all chains
 * of its file.
 */
export const documentKey = ({ dialect }: Pick<Store<EvmTables>, 'dialect'>): ('chain' | 'id')[] =>
  dialect === 'sqlite' ? ['id'] : ['chain', 'id']

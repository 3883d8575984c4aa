import type { Kysely } from 'kysely'

/** Orders the rows of caches by use within their chain. Includes the size, so that the sum of a chain is read from the index alone. */
export const orderCachesByUse = async ({ schema }: Kysely<unknown>): Promise<void> => {
  for (const table of ['evm_internal_calls', 'evm_replays', 'evm_kept_calldata']) {
    const index = `${table}_by_use`
    await schema.dropIndex(index).execute()
    await schema.createIndex(index).on(table).columns(['chain', 'used_at', 'size_bytes']).execute()
  }
}

import type { Kysely } from 'kysely'

/** The orders of the lists of all collections and assets: by the activity of a day, and by age. */
export const orderCatalog = async ({ schema }: Kysely<unknown>): Promise<void> => {
  const ordered = (table: string, order: string, columns: readonly string[]) =>
    schema
      .createIndex(`${table}_by_${order}`)
      .on(table)
      .columns(['chain_id', ...columns])
      .execute()
  await ordered('aptos_collection_days', 'day', ['day', 'activity_count', 'collection_data_id_hash'])
  await ordered('aptos_asset_days', 'day', ['day', 'activity_count', 'asset_id'])
  await ordered('aptos_assets', 'age', ['first_version', 'asset_id'])
}

import { type Kysely, sql } from 'kysely'
import { calledIndexed } from '#lib/aptos/chain/tables.ts'

/** The transactions of an entry function: each has one gas fee. */
export const indexFunctions = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createIndex('aptos_asset_activities_by_function')
    .on('aptos_asset_activities')
    .columns(['chain_id', 'entry_function', 'transaction_version'])
    .where(calledIndexed(sql.ref('event_index'), sql.ref('entry_function')))
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Adds why a history is no longer indexed, and an index of those that expire. */
export const addHistoryOutcomes = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_histories').addColumn('outcome', types.text).execute()
  await schema
    .createIndex('evm_histories_without_contract')
    .on('evm_histories')
    .columns(['chain', 'synced_at'])
    .where(sql.ref('outcome'), '=', sql.lit('no_contract'))
    .execute()
}

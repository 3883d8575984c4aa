import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** What the worker has learned about a chain's nodes that an operator should know, one sentence a line. */
export const addNotices = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_chains').addColumn('notices', types.text).execute()
}

import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Adds a column to blocks: it is written once, with its block, and reverted with it. Older blocks have none. */
export const addBlockChecks = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_blocks').addColumn('checks', types.integer).execute()
}

import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** A column beside the others: it is written once, with its block, and reverted with it. Blocks of before have none. */
export const addBlockChecks = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_blocks').addColumn('checks', types.integer).execute()
}

import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Which of the configured nodes are not asked, because they are of another chain or history. */
export const addRefusedNodes = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_chains').addColumn('refused_nodes', types.text).execute()
}

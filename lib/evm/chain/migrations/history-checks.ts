import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Histories stored earlier are verified when they are next requested. */
export const addHistoryChecks = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text } = types
  await schema
    .alterTable('evm_histories')
    .addColumn('check_state', text, (column) => column.notNull().defaultTo('pending'))
    .execute()
  await schema.alterTable('evm_histories').addColumn('check_reason', text).execute()
  for (const column of ['check_block', 'checked_at', 'check_step', 'check_place'])
    await schema.alterTable('evm_histories').addColumn(column, integer).execute()
}

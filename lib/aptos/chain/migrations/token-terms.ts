import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Royalty and mutability of tokens of module 0x3; rows that are stored already have them once their data is written again. */
export const addTokenTerms = async ({ schema }: Kysely<unknown>, { text, bytes }: ColumnTypes): Promise<void> => {
  await schema.alterTable('aptos_collections').addColumn('mutable_fields', text).execute()
  for (const [column, type] of [
    ['royalty_numerator', text],
    ['royalty_denominator', text],
    ['royalty_payee', bytes],
    ['mutable_fields', text],
  ] as const)
    await schema.alterTable('aptos_tokens').addColumn(column, type).execute()
}

import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** What kind of fault the last attempt to read a token's document met; rows from before have none until they are read again. */
export const addDocumentFaults = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_nft_metadata').addColumn('fault', types.text).execute()
}

import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The configured nodes that are not used because they belong to another chain or history. */
export const addRefusedNodes = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_chains').addColumn('refused_nodes', types.text).execute()
}

/** What the worker has learned about a chain's nodes that an operator should know, one sentence a line. */
export const addNotices = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_chains').addColumn('notices', types.text).execute()
}

/** What kind of fault the last attempt to read a token's document met; rows from before have none until they are read again. */
export const addDocumentFaults = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_nft_metadata').addColumn('fault', types.text).execute()
}

/** When a contract's name, symbol and decimals were last read (unix seconds); null for those that were before. */
export const addContractReads = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema.alterTable('evm_contracts').addColumn('read_at', types.integer).execute()
}

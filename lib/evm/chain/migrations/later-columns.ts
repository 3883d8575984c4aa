import { type Kysely, sql } from 'kysely'
import { sortableZero } from '#lib/base/sortable-integer.ts'
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

/** What was minted less what was burned on a day. Days of balances that were built before have none; others are counted with them. */
export const addDaySupplies = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await db.schema.alterTable('evm_erc20_days').addColumn('supply', types.bytes).execute()
  await sql`
    update evm_erc20_days set supply = ${sortableZero}
    where exists (
      select 1 from evm_erc20_tokens as t
      where t.chain = evm_erc20_days.chain and t.token_address = evm_erc20_days.token_address and t.built_to = -1
    )`.execute(db)
}

/**
 * The decoder version that a backfill was read with. Version 2 changed nothing for contracts that only have ERC20 or ERC1155
 * events, so theirs are as good as new.
 */
export const addHistoryVersions = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await db.schema
    .alterTable('evm_histories')
    .addColumn('decoder_version', types.integer, (column) => column.notNull().defaultTo(1))
    .execute()
  await sql`
    update evm_histories set decoder_version = 2
    where exists (
      select 1 from evm_contracts as c
      where c.chain = evm_histories.chain and c.address = evm_histories.address and c.kind in ('ERC20', 'ERC1155')
    )`.execute(db)
}

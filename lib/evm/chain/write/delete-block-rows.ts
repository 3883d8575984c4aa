import { sql, type Transaction } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'

/** The column of a table that contains the number of the block that a row is of. */
type BlockColumns = { readonly [Table in keyof EvmTables]?: 'block_number' | 'number' }

export const transferRows = {
  evm_nft_transfers: 'block_number',
  evm_erc20_transfers: 'block_number',
  evm_erc20_approvals: 'block_number',
} as const satisfies BlockColumns

/** Deletes the rows of these blocks from each of the tables. */
export const deleteBlockRows = async (
  transaction: Transaction<EvmTables>,
  columns: BlockColumns,
  chain: number,
  { first, last }: BlockRange,
): Promise<void> => {
  for (const [table, column] of Object.entries(columns))
    await sql`delete from ${sql.table(table)}
      where chain = ${chain} and ${sql.ref(column)} >= ${first} and ${sql.ref(column)} <= ${last}`.execute(transaction)
}

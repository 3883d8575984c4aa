import { sql, type Transaction } from 'kysely'
import type { DaySumsRows } from '#lib/evm/chain/decode/day-sums.ts'
import type { EvmTables, WalletDayRow } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** Rows of one statement: each has seven values, and SQLite takes 32,766. */
const rowsPerStatement = 500

/** Adds the sums to the stored ones (`sign` 1), or subtracts them (-1). Empty days have no row. */
export const addDaySums = async (
  transaction: Transaction<EvmTables>,
  { days, walletDays }: DaySumsRows,
  sign: 1 | -1,
): Promise<void> => {
  for (const rows of batchesOf(
    days.map((row) => signed(row, sign)),
    rowsPerStatement,
  )) {
    await transaction
      .insertInto('evm_days')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['chain', 'day']).doUpdateSet(added('evm_days')))
      .execute()
  }
  for (const rows of batchesOf(
    walletDays.map((row) => ({ ...signed(row, sign), sent_count: sign * row.sent_count })),
    rowsPerStatement,
  )) {
    await transaction
      .insertInto('evm_wallet_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['chain', 'address', 'day'])
          .doUpdateSet({ ...added('evm_wallet_days'), sent_count: sum('evm_wallet_days', 'sent_count') }),
      )
      .execute()
  }
  if (sign === -1) await removeEmpty(transaction, { days, walletDays })
}

const signed = <Row extends Pick<WalletDayRow, 'transaction_count' | 'block_count' | 'gas_used'>>(
  row: Row,
  sign: 1 | -1,
): Row => ({
  ...row,
  transaction_count: sign * row.transaction_count,
  block_count: sign * row.block_count,
  gas_used: sign * row.gas_used,
})

const sum = (table: string, column: string) =>
  sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`

const added = (table: 'evm_days' | 'evm_wallet_days') => ({
  transaction_count: sum(table, 'transaction_count'),
  block_count: sum(table, 'block_count'),
  gas_used: sum(table, 'gas_used'),
})

const removeEmpty = async (transaction: Transaction<EvmTables>, { days, walletDays }: DaySumsRows): Promise<void> => {
  for (const { chain, day } of days)
    await transaction
      .deleteFrom('evm_days')
      .where('chain', '=', chain)
      .where('day', '=', day)
      .where('block_count', '=', 0)
      .execute()
  for (const rows of batchesOf(walletDays, rowsPerStatement))
    await transaction
      .deleteFrom('evm_wallet_days')
      .where('chain', '=', rows[0]?.chain ?? 0)
      .where(
        'address',
        'in',
        rows.map(({ address }) => address),
      )
      .where('block_count', '=', 0)
      .execute()
}

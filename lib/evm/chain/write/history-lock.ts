import { sql, type Transaction } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { isPostgres } from '#lib/store/is-postgres.ts'

/**
 * Keeps backfills of contracts from storing the same rows as ranges that are written before their chain is locked: ranges share
 * this lock, a backfill has it alone. Always taken before the lock of the chain's row, and held to the end of the
 * transaction. SQLite has one writer at a time anyway.
 */
export const lockHistories = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  mode: 'shared' | 'alone',
): Promise<void> => {
  if (!isPostgres(transaction)) return
  const take = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${take}(hashtextextended(${`evm histories of ${chain}`}, 0))`.execute(transaction)
}

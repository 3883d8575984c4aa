import type { Kysely } from 'kysely'
import { hashPrefix } from '#lib/evm/chain/decode/block-rows.ts'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables, LogRow } from '#lib/evm/chain/tables/tables.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'

/** Retries of a read interrupted by a reorg; reorgs are seconds apart, reads take milliseconds. */
const attemptsMax = 3

/**
 * An indexed transaction with its logs, or the first `logsMax` of them, by its full hash, both of the same block; undefined if it
 * is not indexed.
 */
export const storedTransaction = async (
  db: Kysely<EvmTables>,
  chain: number,
  hash: string,
  logsMax?: number,
): Promise<{ transaction: StoredTransaction; logs: LogRow[] } | undefined> => {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const transaction = await findByHash(db, chain, toBytes(hash))
    if (!transaction) return undefined
    const logs = await logsOf(db, transaction, logsMax)
    if (logs) return { transaction, logs }
  }
  return undefined
}

const findByHash = (db: Kysely<EvmTables>, chain: number, hash: Uint8Array): Promise<StoredTransaction | undefined> =>
  db
    .selectFrom('evm_transaction_hashes as h')
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'h')))
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain, 'h')))
    .selectAll('t')
    .select(['b.hash as block_hash', 'b.timestamp as block_timestamp', 'b.base_fee_per_gas'])
    .where('h.chain', '=', chain)
    .where('h.hash_prefix', '=', hashPrefix(hash))
    .where('t.hash', '=', hash)
    .orderBy('h.block_number', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The logs, unless the block was replaced since: its hash is read too, so that a removed block is not mistaken for one
 * without logs.
 */
const logsOf = async (
  db: Kysely<EvmTables>,
  { chain, block_number, transaction_index, block_hash }: StoredTransaction,
  logsMax: number | undefined,
): Promise<LogRow[] | undefined> => {
  const logs = db
    .selectFrom('evm_blocks as b')
    .leftJoin('evm_logs as l', (join) =>
      join
        .on('l.chain', '=', chain)
        .on('l.block_number', '=', block_number)
        .on('l.transaction_index', '=', transaction_index),
    )
    .selectAll('l')
    .where('b.chain', '=', chain)
    .where('b.number', '=', block_number)
    .where('b.hash', '=', block_hash)
    .orderBy('l.log_index')
  const rows = await (logsMax === undefined ? logs : logs.limit(logsMax)).execute()
  return rows.length ? rows.filter(isLog) : undefined
}

const isLog = (row: { [Column in keyof LogRow]: LogRow[Column] | null }): row is LogRow => row.log_index !== null

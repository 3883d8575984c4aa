import { type Kysely, sql } from 'kysely'
import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { fittingCount, weightOf } from '#lib/api/fit-answer.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { decodedTransactions, type WithLogs } from '#lib/evm/abi/decoded-transactions.ts'
import { type StoredTransaction, transactionRecord } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables, LogRow } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type WalletTransactionQuery, walletTransactionPage } from '#lib/evm/query/wallet-transaction-page.ts'
import type { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { withInternalTransactions } from '#lib/evm/transaction/internal-transactions.ts'
import { readWalletPage } from './wallet-transactions.ts'

type FoundRow = { [Column in keyof LogRow]: LogRow[Column] | null } & {
  place_block: number
  place_index: number
  block_hash: Uint8Array
}

/** What a log takes in an answer besides its data, decoded too, in bytes. */
const logBytes = 1_500
/** Logs of one page: a single transaction with more is shown with these. */
const logsMax = 2_000

/** How many of the transactions, in their order, fit on a page with their logs. */
const fittingTransactions = async (
  db: Kysely<EvmTables>,
  chain: number,
  transactions: readonly StoredTransaction[],
): Promise<number> => {
  if (transactions.length <= 1) return transactions.length
  const { rows } = await sql<{ place_block: number; place_index: number; bytes: number }>`
    with page(place_block, place_index) as (values ${sql.join(transactions.map(placeOf))})
    select page.place_block, page.place_index, sum(2 * octet_length(l.data) + ${logBytes}) as bytes
    from page join evm_logs as l
      on l.chain = ${chain} and l.block_number = page.place_block and l.transaction_index = page.place_index
    group by page.place_block, page.place_index`.execute(db)
  const bytesAt = new Map(rows.map((row) => [`${row.place_block}/${row.place_index}`, Number(row.bytes)]))
  const logsOf = (row: StoredTransaction) => bytesAt.get(`${row.block_number}/${row.transaction_index}`) ?? 0
  return fittingCount(transactions, (row) => weightOf(row) + logsOf(row))
}

const placeOf = ({ block_number, transaction_index }: StoredTransaction) =>
  sql`(cast(${block_number} as bigint), cast(${transaction_index} as bigint))`

/**
 * The logs of each of these transactions, in one statement; undefined if one of their blocks was replaced since they
 * were read: its hash is read too, so that a removed block is not mistaken for one without logs.
 */
const pageLogs = async (
  db: Kysely<EvmTables>,
  chain: number,
  transactions: readonly StoredTransaction[],
): Promise<LogRow[][] | undefined> => {
  if (transactions.length === 0) return []
  const { rows } = await sql<FoundRow>`
    with page(place_block, place_index) as (values ${sql.join(transactions.map(placeOf))})
    select page.place_block, page.place_index, b.hash as block_hash, l.*
    from page
    join evm_blocks as b on b.chain = ${chain} and b.number = page.place_block
    left join evm_logs as l
      on l.chain = ${chain} and l.block_number = page.place_block and l.transaction_index = page.place_index
    order by l.log_index limit ${transactions.length + logsMax}`.execute(db)

  const found = new Map<string, FoundRow[]>()
  for (const row of rows) {
    const key = `${row.place_block}/${row.place_index}`
    const list = found.get(key)
    if (list) list.push(row)
    else found.set(key, [row])
  }
  const logs: LogRow[][] = []
  for (const { block_number, transaction_index, block_hash } of transactions) {
    const own = found.get(`${block_number}/${transaction_index}`)
    if (!own?.[0] || toHex(own[0].block_hash) !== toHex(block_hash)) return undefined
    logs.push(own.filter(isLog).sort((a, b) => a.log_index - b.log_index))
  }
  return logs
}

const isLog = (row: FoundRow): row is FoundRow & LogRow => row.log_index !== null

/** Retries of a read interrupted by a reorg; reorgs are seconds apart, reads take milliseconds. */
const attemptsMax = 3

/** The wallet's transactions with logs, and with decoded calls and events if the ABIs are verified. It never has a total. */
export const walletTransactionsVerboseQuery =
  (context: EvmQueryContext): Service<typeof transactionEndpoints>['walletTransactionsVerbose'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { page, withLogs } = await readPageWithLogs(context, chain, input, call)
    const records = await decodedTransactions(context.abis, chain, withLogs, call)
    const result = input.include
      ? await withInternalTransactions(context, chain, page.transactions, { records, call })
      : records
    return { page_size: page.page_size, page: page.page, cursor: page.cursor, result }
  }

/** As many as fit on a page with their logs. */
const readFitting = async (store: EvmQueryContext['store'], query: WalletTransactionQuery) => {
  const page = await walletTransactionPage(store, query)
  return { ...page, shownMax: await fittingTransactions(store.db, query.chain, page.transactions) }
}

const readPageWithLogs = async (
  context: EvmQueryContext,
  chain: ServedChain,
  input: Input<(typeof transactionEndpoints)['walletTransactionsVerbose']>,
  call: CallContext | undefined,
) => {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const uncounted = { ...input, disable_total: true }
    const page = await readWalletPage(context, chain, uncounted, {
      call,
      route: 'walletTransactionsVerbose',
      read: readFitting,
    })
    const logs = await pageLogs(context.store.db, chain.id, page.transactions)
    if (!logs) continue
    const labelOf = labelsOn(context.known, chain.id)
    const withLogs = page.transactions.map(
      (row, index): WithLogs => ({ row, record: transactionRecord(row, labelOf), logs: logs[index] ?? [] }),
    )
    return { page, withLogs }
  }
  const message = `The index of ${chain.title} changed during this request. Please try again.`
  throw new ServiceError('upstream_failed', message, { retryAfterSeconds: 1 })
}

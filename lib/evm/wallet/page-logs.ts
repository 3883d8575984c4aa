import { type Kysely, sql } from 'kysely'
import { fittingCount, weightOf } from '#lib/api/answer-size.ts'
import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables, LogRow } from '#lib/evm/chain/tables/tables.ts'

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
export const fittingTransactions = async (
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
export const pageLogs = async (
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

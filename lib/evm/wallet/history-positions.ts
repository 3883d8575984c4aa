import { type Kysely, sql } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import type { InternalTransferRow } from '#lib/evm/chain/tables/internal-transfer-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { type RangedChain, sourceOf } from '#lib/evm/query/ranged-chain.ts'

/** The position of a transaction. */
export type TransactionPosition = { block_number: number; transaction_index: number }

export type HistoryQuery = RangedChain & {
  address: Uint8Array
  lowest: number
  highest: number | undefined
  /** Only transactions that follow this one in the list's order. */
  after: TransactionPosition | undefined
  isAscending: boolean
  limit: number
  /** Set where internal transfers are indexed. */
  withInternal: boolean
}

export type HistoryPositions = {
  positions: TransactionPosition[]
  /** Transfers at these positions, and at later ones. */
  erc20: readonly Erc20TransferRow[]
  nfts: readonly NftTransferRow[]
  internal: readonly InternalTransferRow[]
  hasMore: boolean
  /** Whether the only transaction has more transfers than are here. */
  isCut: boolean
}

/** Transfers read on each side of a wallet; an index of internal transfers has both sides. */
const transfersMax = 500

/**
 * The next transactions of a wallet: its own, and those that moved its tokens or sent it coin, merged from six indexes.
 * A truncated range hides later rows, so the page ends before the transaction of its last row.
 */
export const historyPositions = async (db: Kysely<EvmTables>, query: HistoryQuery): Promise<HistoryPositions> => {
  const [own, erc20Sent, erc20Received, nftSent, nftReceived, internal] = await Promise.all([
    ownPlaces(db, query),
    transfers<Erc20TransferRow>(db, query, 'evm_erc20_transfers', 'from_address'),
    transfers<Erc20TransferRow>(db, query, 'evm_erc20_transfers', 'to_address'),
    transfers<NftTransferRow>(db, query, 'evm_nft_transfers', 'from_address'),
    transfers<NftTransferRow>(db, query, 'evm_nft_transfers', 'to_address'),
    query.withInternal ? internalTransfers(db, query) : [],
  ])
  const compare = (a: TransactionPosition, b: TransactionPosition): number => {
    const difference = a.block_number - b.block_number || a.transaction_index - b.transaction_index
    return query.isAscending ? difference : -difference
  }
  const sides = [erc20Sent, erc20Received, nftSent, nftReceived, internal]
  const ends = sides.flatMap((rows) => (rows.length === transfersMax ? (rows.at(-1) ?? []) : []))
  const all = new Map([own, ...sides].flat().map((row) => [historyPositionKey(row), row] as const))
  const sorted = [...all.values()].sort(compare)
  const whole = sorted.filter((position) => ends.every((end) => compare(position, end) < 0))
  // A transaction with more transfers than are read is shown with those.
  const readable = whole.length > 0 ? whole : sorted.slice(0, 1)
  const positions = readable.slice(0, query.limit)
  return {
    positions: positions.map(({ block_number, transaction_index }) => ({ block_number, transaction_index })),
    erc20: distinct([...erc20Sent, ...erc20Received], (row) => `${row.block_number}/${row.log_index}`),
    nfts: distinct([...nftSent, ...nftReceived], (row) => `${row.block_number}/${row.log_index}/${row.batch_index}`),
    internal,
    hasMore: sorted.length > positions.length || ends.length > 0,
    isCut: whole.length === 0 && positions.length > 0,
  }
}

export const historyPositionKey = ({ block_number, transaction_index }: TransactionPosition): string =>
  `${block_number}/${transaction_index}`

/** A transfer to oneself is on both sides. */
const distinct = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

const conditions = ({ chain, lowest, highest, after, isAscending }: HistoryQuery) => {
  const first = isAscending && after ? Math.max(lowest, after.block_number) : lowest
  const last = !isAscending && after ? Math.min(highest ?? after.block_number, after.block_number) : highest
  const beyond = sql.raw(isAscending ? '>' : '<')
  return sql`chain = ${chain} and block_number >= ${first}${last === undefined ? sql`` : sql` and block_number <= ${last}`}${
    after
      ? sql` and (block_number <> ${after.block_number} or transaction_index ${beyond} ${after.transaction_index})`
      : sql``
  }`
}

const ownPlaces = async (db: Kysely<EvmTables>, query: HistoryQuery): Promise<TransactionPosition[]> => {
  const direction = sql.raw(query.isAscending ? 'asc' : 'desc')
  const { rows } = await sql<TransactionPosition>`
    select block_number, transaction_index from evm_wallet_transactions
    where ${conditions(query)} and address = ${query.address}
    order by block_number ${direction}, transaction_index ${direction} limit ${query.limit + 1}`.execute(db)
  return rows
}

const transfers = async <Row>(
  db: Kysely<EvmTables>,
  query: HistoryQuery,
  table: 'evm_erc20_transfers' | 'evm_nft_transfers',
  side: 'from_address' | 'to_address',
): Promise<Row[]> => {
  const direction = sql.raw(query.isAscending ? 'asc' : 'desc')
  const range = { column: side, address: query.address }
  const source = sourceOf(db, { ...query, table, ranges: [range] })
  const batch = table === 'evm_nft_transfers' ? sql`, batch_index ${direction}` : sql``
  const { rows } = await sql<Row>`
    select * from ${sql.table(source.table)} where ${conditions(query)} and ${source.isIn(range)}
    order by block_number ${direction}, log_index ${direction}${batch} limit ${transfersMax}`.execute(db)
  return rows
}

const internalTransfers = async (db: Kysely<EvmTables>, query: HistoryQuery): Promise<InternalTransferRow[]> => {
  const direction = sql.raw(query.isAscending ? 'asc' : 'desc')
  const { rows } = await sql<InternalTransferRow>`
    select * from evm_internal_transfers where ${conditions(query)} and address = ${query.address}
    order by block_number ${direction}, transaction_index ${direction}, transfer_index ${direction}
    limit ${transfersMax}`.execute(db)
  return rows
}

/** The direction of a transfer from the wallet's point of view. */
export const historyDirectionOf = (
  wallet: string,
  { from_address, to_address }: { from_address: Uint8Array; to_address: Uint8Array | null },
): 'outgoing' | 'incoming' | 'self' => {
  const isSender = toHex(from_address) === wallet
  const isReceiver = to_address !== null && toHex(to_address) === wallet
  if (isSender && isReceiver) return 'self'
  return isSender ? 'outgoing' : 'incoming'
}

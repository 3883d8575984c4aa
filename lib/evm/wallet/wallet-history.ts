import { type Kysely, sql } from 'kysely'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isHex } from '#lib/base/hex.ts'
import { decodeCall } from '#lib/evm/abi/decode-call.ts'
import { foldedReason, historyAmount, historyDealing, historyDealings } from '#lib/evm/api/format/history-dealings.ts'
import type { HistoryErc20Transfer, HistoryTransaction } from '#lib/evm/api/records/wallet-history.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { requestedBlocks, requestedFromKey, requestedKey, resolveBounds } from '#lib/evm/query/block-bounds.ts'
import { ascendingOrder, type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { traceCoverage } from '#lib/evm/query/evm-coverage.ts'
import { type AddressMarks, marksOf } from '#lib/evm/query/flags.ts'
import { type PlacedDealing, readWalletEvidence, signedDealing } from '#lib/evm/query/known-dealings.ts'
import { rangedChain } from '#lib/evm/query/ranged-chain.ts'
import { dustIn, suspicionFieldsOf } from '#lib/evm/query/suspicions.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { pricesInTime } from '#lib/evm/query/token-prices.ts'
import { withInternalTransactions } from '#lib/evm/transaction/internal-transactions.ts'
import type { Evidence } from '#lib/format/look-alike.ts'
import type { walletHistoryEndpoints } from './contract.ts'
import { historyPositionKey, historyPositions, type TransactionPosition } from './history-positions.ts'
import { historyRecord } from './history-record.ts'

type Page = { wallet: string; marks: AddressMarks; records: readonly HistoryTransaction[] }

/** Adds the flags to transactions of a wallet, and to each of their transfers. */
export const withSuspicions = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { wallet, marks, records }: Page,
): Promise<HistoryTransaction[]> => {
  if (records.length === 0) return []
  const newestBlock = Math.max(...records.map(({ block_number }) => Number(block_number)))
  const rows = records.flatMap((record) => placedDealings(record, wallet))
  const coins = records.flatMap(({ erc20_transfers }) => erc20_transfers)
  const [evidence, prices] = await Promise.all([
    readWalletEvidence(context, chain, { wallet, newestBlock, rows }),
    pricesInTime(
      context,
      chain,
      coins.flatMap(({ address, token_decimals }) =>
        isHex(address) ? [{ address, decimals: token_decimals === null ? null : Number(token_decimals) }] : [],
      ),
    ),
  ])
  const judge = { wallet, marks, evidence, dust: dustIn(prices) }
  return records.map((record) => flagged(record, judge))
}

/** The block, and positions in it, are those of the record. */
const placedDealings = (record: HistoryTransaction, wallet: string): PlacedDealing[] =>
  historyDealings(record, wallet).map((dealing) => ({
    place: [Number(record.block_number), Number(record.transaction_index), 0],
    dealing: signedDealing(dealing, record.from_address === wallet),
  }))

type Judge = { wallet: string; marks: AddressMarks; evidence: Evidence; dust: ReturnType<typeof dustIn> }

const flagged = (record: HistoryTransaction, judge: Judge): HistoryTransaction => {
  const { wallet, marks, evidence } = judge
  const isSigned = record.from_address === wallet
  const fieldsOf = (
    move: Parameters<typeof historyDealing>[0],
    { isDust, token }: { isDust: boolean | null; token?: string },
  ) =>
    suspicionFieldsOf(evidence, {
      ...{ dealing: historyDealing(move, isSigned), amount: historyAmount(move), isDust },
      rules: token === undefined ? [] : marks.ratingOf(token).rules,
    })
  const coins = record.erc20_transfers.map((move) => ({
    ...move,
    ...fieldsOf(move, { isDust: isDustOf(move, isSigned, judge), token: move.address }),
  }))
  const nfts = record.nft_transfers.map((move) => ({
    ...move,
    ...fieldsOf(move, { isDust: null, token: move.token_address }),
  }))
  const native = record.native_transfers.map((move) => ({ ...move, ...fieldsOf(move, { isDust: null }) }))
  const all = [...native, ...coins, ...nfts]
  const folded = foldedReason(evidence, historyDealings(record, wallet))
  return {
    ...record,
    is_imitation: folded?.reason === 'imitating an address',
    imitates: folded?.imitates ?? null,
    is_zero_value: folded?.reason === 'zero value',
    is_dust: isDustAltogether(all),
    spam_reasons: [...new Set(all.flatMap(({ spam_reasons }) => spam_reasons))],
    erc20_transfers: coins,
    nft_transfers: nfts,
    native_transfers: native,
  }
}

const isDustOf = (move: HistoryErc20Transfer, isSigned: boolean, { dust }: Judge): boolean | null =>
  dust({
    token: move.address,
    decimals: move.token_decimals === null ? null : Number(move.token_decimals),
    value: move.value,
    isSent: isSigned || move.direction !== 'incoming',
  })

/** One transfer that is no dust decides; otherwise one whose worth is not known. */
const isDustAltogether = (moves: readonly { is_dust: boolean | null }[]): boolean | null => {
  if (moves.length === 0 || moves.some(({ is_dust }) => is_dust === false)) return false
  return moves.every(({ is_dust }) => is_dust) ? true : null
}

/** A wallet's transactions with the transfers from and to it. Bounds given as dates are only mapped to blocks on page 1. */
export const walletHistoryQuery =
  (context: EvmQueryContext): Service<typeof walletHistoryEndpoints>['walletHistory'] =>
  async (input, call) => {
    const { db } = context.store
    const chain = context.served.resolve(input.chain)
    const withInternal = chain.keepsTraces === true
    const coverageThen = await (withInternal ? traceCoverage(context, chain) : context.coverage(chain))
    const order = ascendingOrder(input)
    const { address, from_block, to_block, from_date, to_date } = input
    const filters = { chain: chain.id, address, from_block, to_block, from_date, to_date, order }
    const binding = { route: 'walletHistory', filters }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const [block, index, lowest, highest, first, last] = position?.key ?? []
    const bounds = position
      ? { lowest: Number(lowest), highest: typeof highest === 'number' ? highest : undefined }
      : await resolveBounds(db, chain.id, input)
    const asked = position ? requestedFromKey(first, last) : requestedBlocks(bounds, input)
    const coverage = coverageThen(asked)
    call?.coveredBy?.(coverage)
    if (!bounds) return { page, page_size: limit, cursor: null, result: [] }

    const found = await historyPositions(db, {
      ...{
        ...(await rangedChain(context, chain)),
        address: toBytes(address),
        ...bounds,
        limit,
        isAscending: order !== undefined,
        withInternal,
      },
      after: position && { block_number: Number(block), transaction_index: Number(index) },
    })
    const end = found.positions.at(-1)
    const keyOf = ({ block_number, transaction_index }: TransactionPosition) => [
      ...[block_number, transaction_index, bounds.lowest, bounds.highest ?? null],
      ...requestedKey(asked, coverage, input),
    ]
    const transactions = await transactionsAt(db, chain.id, found.positions)
    const shownPlaces = new Set(found.positions.map(historyPositionKey))
    const erc20 = found.erc20.filter((row) => shownPlaces.has(historyPositionKey(row)))
    const nfts = found.nfts.filter((row) => shownPlaces.has(historyPositionKey(row)))
    const tokens = [...new Set([...erc20, ...nfts].map(({ token_address }) => toHex(token_address)))]
    const [metadata, marks, methodOf, traced] = await Promise.all([
      readTokenMetadata(db, chain.id, tokens),
      marksOf(context, chain.id, tokens),
      readMethods(context, chain, transactions, call),
      withInternal ? readTraceIntervals(db, chain.id) : [],
    ])
    const erc20At = Map.groupBy(erc20, historyPositionKey)
    const nftsAt = Map.groupBy(nfts, historyPositionKey)
    const internalAt = Map.groupBy(found.internal, historyPositionKey)
    const recordOf = (row: StoredTransaction) =>
      historyRecord(row, {
        ...{ wallet: address, chain, metadata, marks, method: methodOf(row) },
        erc20: erc20At.get(historyPositionKey(row)) ?? [],
        nfts: nftsAt.get(historyPositionKey(row)) ?? [],
        internal: internalAt.get(historyPositionKey(row)) ?? [],
        isCoinTraced: traced.some(({ first, last }) => first <= row.block_number && row.block_number <= last),
      })
    const { shown, cursor } = shownPage(
      context,
      {
        ...{ rows: transactions, limit, page, keyOf, recordOf },
        examinedTo: found.hasMore && end ? keyOf(end) : undefined,
      },
      binding,
    )
    const records = await withSuspicions(context, chain, { wallet: address, marks, records: shown })
    const result = input.include_internal_transactions
      ? await withInternalTransactions(context, chain, transactions.slice(0, records.length), { records, call })
      : records
    return { page, page_size: limit, cursor, result }
  }

/** In the order of the positions. Transactions of blocks that are not, or no longer, indexed are left out. */
export const transactionsAt = async (
  db: Kysely<EvmTables>,
  chain: number,
  places: readonly TransactionPosition[],
): Promise<StoredTransaction[]> => {
  if (places.length === 0) return []
  const values = places.map(
    ({ block_number, transaction_index }) =>
      sql`(cast(${block_number} as bigint), cast(${transaction_index} as bigint))`,
  )
  const { rows } = await sql<StoredTransaction>`
    with page(place_block, place_index) as (values ${sql.join(values)})
    select t.*, b.hash as block_hash, b.timestamp as block_timestamp, b.base_fee_per_gas from page
    join evm_transactions as t
      on t.chain = ${chain} and t.block_number = page.place_block and t.transaction_index = page.place_index
    join evm_blocks as b on b.chain = ${chain} and b.number = page.place_block`.execute(db)
  const found = new Map(rows.map((row) => [historyPositionKey(row), row]))
  return places.flatMap((position) => found.get(historyPositionKey(position)) ?? [])
}

/** The names of called methods by verified ABIs. */
export const readMethods = async (
  { abis }: EvmQueryContext,
  chain: ServedChain,
  transactions: readonly StoredTransaction[],
  call: CallContext | undefined,
): Promise<(row: StoredTransaction) => string | null> => {
  const contracts = transactions.flatMap(({ to_address, input, block_number }) =>
    to_address && input.length >= 4 ? [{ address: toHex(to_address), block: block_number }] : [],
  )
  const known = await abis?.knownOf(chain, contracts, { call })
  return ({ to_address, input, block_number }) => {
    if (!known || !to_address || input.length < 4) return null
    return decodeCall(known({ address: toHex(to_address), block: block_number }), input)?.label ?? null
  }
}

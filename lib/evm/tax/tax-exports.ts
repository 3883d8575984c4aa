import { type Coverage, coverageOf, type RequestedRange } from '#lib/api/coverage.ts'
import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readBodyIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { requestedBlocks, resolveBounds } from '#lib/evm/query/block-bounds.ts'
import { type EvmQueryContext, openCursor } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { readPastPrices } from '#lib/evm/query/past-prices.ts'
import { rangedChain } from '#lib/evm/query/ranged-chain.ts'
import { historyPositions, type TransactionPosition } from '#lib/evm/wallet/history-positions.ts'
import { intersectRanges } from '#lib/indexing/intervals.ts'
import { coinTrackingRow } from './cointracking.ts'
import type { EvmTaxRow, taxEndpoints } from './contract.ts'
import { readCredits } from './credits.ts'
import { koinlyRow } from './koinly.ts'
import { coinGain, readTaxEvents, type TaxEvent } from './tax-events.ts'
import { taxRows } from './tax-records.ts'

type TaxInput = Input<(typeof taxEndpoints)['evmTaxRows']>

/** Where a page begins: on one chain, after a transaction, and with the payments of a block. */
type Position = {
  chainIndex: number
  /** Both null before the first transaction. */
  after: TransactionPosition | undefined
  creditsFrom: number
  /** The last block of the chain, fixed on its first page. */
  last: number
  /** Whether a row has said what is missing of the chain. */
  hasNotice: boolean
}

/** The rows of a wallet for its taxes, in our format. */
export const taxRowsQuery =
  (context: EvmQueryContext): Service<typeof taxEndpoints>['evmTaxRows'] =>
  async (input, call) =>
    await readTaxPage(context, 'evmTaxRows', input, call)

/** The same in the format of Koinly. */
export const koinlyQuery =
  (context: EvmQueryContext): Service<typeof taxEndpoints>['evmTaxKoinly'] =>
  async (input, call) => {
    const { cursor, result } = await readTaxPage(context, 'evmTaxKoinly', input, call)
    return { cursor, result: result.map(koinlyRow) }
  }

/** The same in the format of CoinTracking. */
export const coinTrackingQuery =
  (context: EvmQueryContext): Service<typeof taxEndpoints>['evmTaxCointracking'] =>
  async (input, call) => {
    const { cursor, result } = await readTaxPage(context, 'evmTaxCointracking', input, call)
    return { cursor, result: result.map(coinTrackingRow) }
  }

const readTaxPage = async (
  context: EvmQueryContext,
  route: keyof typeof taxEndpoints,
  input: TaxInput,
  call: CallContext | undefined,
): Promise<{ cursor: string | null; result: EvmTaxRow[] }> => {
  const chains = input.chains?.map((name) => context.served.resolve(name)) ?? context.served.all
  const { address, from_block, to_block, from_date, to_date, include_spam } = input
  const names = chains.map(({ id }) => id)
  const filters = { address, chains: names, from_block, to_block, from_date, to_date, include_spam }
  const binding = { route, filters }
  const position = openCursor(context, input.cursor, binding)
  const { limit, page } = position ?? { limit: input.limit, page: 1 }
  const [chainIndex = 0, block, index, creditsFrom, last, wasComplete, hasNotice] = (position?.key ?? []).map(
    numberOrNull,
  )
  const coverages = await Promise.all(chains.map((chain) => taxCoverage(context.of(chain), chain, input)))
  const isComplete = coverages.every((one) => one.isComplete) && wasComplete !== 0
  const own = coverages[chainIndex ?? 0]
  if (own) call?.coveredBy?.({ ...own, isComplete })
  const chain = chains[chainIndex ?? 0]
  if (!chain) return { cursor: null, result: [] }
  const known: Position | undefined =
    typeof creditsFrom === 'number' && typeof last === 'number'
      ? { chainIndex: chainIndex ?? 0, after: placeOf(block, index), creditsFrom, last, hasNotice: hasNotice === 1 }
      : undefined
  const start = known ?? (await firstPosition(context.of(chain), chain, chainIndex ?? 0, input))
  const read = start && (await readPage(context.of(chain), { chain, start, limit, input }, call))
  const next = read?.next ?? nextChain(chainIndex ?? 0, chains.length)
  const rows = await withValues(context.of(chain), chain, read?.events ?? [], call)
  const result = start?.hasNotice || !own ? rows : withNotice(rows, chain, own)
  return {
    cursor: next
      ? context.cursors.seal(
          {
            ...{ limit, page: page + 1, total: null, snapshot: null, issuedAt: Math.floor(context.now() / 1_000) },
            key: keyOf(next, { isComplete, hasNotice: start?.hasNotice === true || rows.length > 0 }),
          },
          binding,
        )
      : null,
    result,
  }
}

const withValues = async (
  context: EvmQueryContext,
  chain: ServedChain,
  events: readonly TaxEvent[],
  call: CallContext | undefined,
): Promise<EvmTaxRow[]> => {
  const blocks = new Map(
    events.map(({ block, blockHash, timestamp }) => [block, { number: block, hash: blockHash, timestamp }]),
  )
  const prices = await readPastPrices(context, chain, [...blocks.values()], call?.signal)
  return events.flatMap((event) => taxRows(chain, event, prices.get(event.block)))
}

const numberOrNull = (value: string | number | null | undefined): number | null | undefined =>
  typeof value === 'string' ? Number(value) : value

const placeOf = (
  block: number | null | undefined,
  index: number | null | undefined,
): TransactionPosition | undefined =>
  typeof block === 'number' && typeof index === 'number' ? { block_number: block, transaction_index: index } : undefined

type Next = Position | { chainIndex: number }

const nextChain = (index: number, count: number): Next | undefined =>
  index + 1 < count ? { chainIndex: index + 1 } : undefined

const keyOf = (next: Next, said: { isComplete: boolean; hasNotice: boolean }): (number | null)[] => {
  const isComplete = said.isComplete ? 1 : 0
  if (!('last' in next)) return [next.chainIndex, null, null, null, null, isComplete, 0]
  const { chainIndex, after, creditsFrom, last } = next
  const place = [after?.block_number ?? null, after?.transaction_index ?? null]
  return [chainIndex, ...place, creditsFrom, last, isComplete, said.hasNotice ? 1 : 0]
}

/** Undefined if no block of the chain can be inside the bounds. */
const firstPosition = async (
  { store: { db } }: EvmQueryContext,
  chain: ServedChain,
  chainIndex: number,
  input: TaxInput,
): Promise<Position | undefined> => {
  const [bounds, newest] = await Promise.all([resolveBounds(db, chain.id, input), newestBlock(db, chain.id)])
  if (!bounds || !newest) return undefined
  const last = Math.min(bounds.highest ?? newest.number, newest.number)
  if (last < bounds.lowest) return undefined
  return { chainIndex, after: undefined, creditsFrom: bounds.lowest, last, hasNotice: false }
}

type PageRead = { chain: ServedChain; start: Position; limit: number; input: TaxInput }

/** The next transactions, and the payments of the blocks up to the last of them. */
const readPage = async (
  context: EvmQueryContext,
  { chain, start, limit, input }: PageRead,
  call: CallContext | undefined,
): Promise<{ events: TaxEvent[]; next: Position | undefined }> => {
  const { db } = context.store
  const { address } = input
  const { after, creditsFrom, last } = start
  const found = await historyPositions(db, {
    ...(await rangedChain(context, chain)),
    address: toBytes(address),
    lowest: after?.block_number ?? creditsFrom,
    highest: last,
    ...{ after, limit, isAscending: true, withInternal: chain.keepsTraces === true },
  })
  const end = found.positions.at(-1)
  const wanted = found.hasMore && end ? end.block_number - 1 : last
  const paid = await readCredits(db, { chain: chain.id, address, first: creditsFrom, last: wanted })
  const isEarly = paid.last < wanted
  const positions = isEarly ? found.positions.filter(({ block_number }) => block_number <= paid.last) : found.positions
  const events = await readTaxEvents(
    context,
    { chain, address, places: { ...found, positions: positions }, withSpam: input.include_spam },
    call,
  )
  const credits = paid.credits.map(
    ({ block, blockHash, timestamp, kind, amount }): TaxEvent => ({
      ...{ block, blockHash, timestamp, hash: null, label: kind, moves: [coinGain(chain, amount)], fee: 0n },
      description: kind === 'withdrawal' ? 'Withdrawal of a validator' : `Reward for block ${block}`,
    }),
  )
  // Sorting is stable: the transactions of a block come before what it paid.
  const all = [...events, ...credits].sort((a, b) => a.block - b.block)
  const isDone = !isEarly && !found.hasMore
  const next = { ...start, after: positions.at(-1) ?? after, creditsFrom: Math.max(creditsFrom, paid.last + 1) }
  return { events: all, next: isDone ? undefined : next }
}

/** Coin that contracts and blocks moved is part of the answer, so that it is complete where all of these are indexed. */
const taxCoverage = async (context: EvmQueryContext, chain: ServedChain, input: TaxInput): Promise<Coverage> => {
  const { db } = context.store
  const coverageThen = await context.coverage(chain)
  const [traced, bodies, bounds] = await Promise.all([
    chain.keepsTraces ? readTraceIntervals(db, chain.id) : [],
    readBodyIntervals(db, chain.id),
    resolveBounds(db, chain.id, input),
  ])
  const asked: RequestedRange = requestedBlocks(bounds, input)
  const ofBlocks = coverageThen(asked)
  if (!chain.keepsTraces)
    return { ...ofBlocks, isComplete: false, omission: 'Coin that contracts moved is not indexed.' }
  const whole = coverageThen({ first: 0 })
  const ranges = intersectRanges(intersectRanges(whole.ranges, traced), bodies)
  const ofAll = coverageOf({ unit: ofBlocks.unit, ranges, head: whole.asked.last }, asked)
  return { ...ofAll, isComplete: ofAll.isComplete && ofBlocks.isComplete }
}

/** Importing products keep descriptions: the first row of a chain says what is missing. */
const withNotice = (rows: EvmTaxRow[], chain: ServedChain, coverage: Coverage): EvmTaxRow[] => {
  const [first, ...others] = rows
  if (!first || coverage.isComplete) return rows
  const blocks = coverage.ranges.map(({ first: from, last }) => `${from}-${last}`).join(', ') || 'none'
  const notice = [`Partial: of ${chain.title}, these blocks are indexed: ${blocks}`, coverage.omission]
  return [{ ...first, description: [first.description, ...notice].filter(Boolean).join('. ') }, ...others]
}

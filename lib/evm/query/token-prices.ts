import { toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { feedCalls, feedPrice, isSequencerUp } from '#lib/evm/prices/feed.ts'
import type { Price } from '#lib/evm/prices/price.ts'
import type { PriceBook, PriceEpoch, PriceGround, TimedBlock } from '#lib/evm/prices/price-book.ts'
import type { PriceFeed, PriceSources } from '#lib/evm/prices/price-sources.ts'
import { v2WindowStarts } from '#lib/evm/prices/v2-pool.ts'
import type { EvmQueryContext } from './context.ts'
import { findDated } from './dated-block.ts'
import { newestBlock } from './newest-block.ts'
import { type AskedToken, poolPrices, readCalls } from './pool-prices.ts'
import { readTokenMetadata } from './token-metadata.ts'

type PriceGroundContext = Pick<EvmQueryContext, 'node' | 'store'>

/** The basis for the prices of a block: one request for all feeds, and for the coin's pools if it has no feed. */
const readPriceGround = async (
  context: PriceGroundContext,
  chain: ServedChain,
  sources: PriceSources,
  { block, signal }: { block: TimedBlock; signal: AbortSignal },
): Promise<PriceGround> => {
  const [earlier, { native, feeds }, stables] = await Promise.all([
    earlierBlocks(context, chain, block, signal),
    readFeeds(context, chain, sources, { block, signal }),
    readTokenMetadata(context.store.db, chain.id, sources.stables),
  ])
  const priced = sources.stables.flatMap((token) => {
    const [usd, decimals] = [feeds.get(token)?.usd, stables.get(token)?.decimals]
    return usd === undefined || decimals === undefined || decimals === null ? [] : [{ token, decimals, usd }]
  })
  const coin = { address: sources.wrapped, decimals: chain.decimals }
  const ground = { block, earlier, quotes: priced }
  const inPools = native ? undefined : await poolPrices({ context, chain, sources, ground, signal }, [coin])
  const ofCoin = native ?? inPools?.get(sources.wrapped)
  const quotes = ofCoin ? [{ token: coin.address, decimals: coin.decimals, usd: ofCoin.usd }, ...priced] : priced
  return { block, earlier, native: ofCoin, feeds, quotes }
}

/** Oldest first; empty if one of them is unknown. */
const earlierBlocks = async (
  context: PriceGroundContext,
  chain: ServedChain,
  { timestamp }: TimedBlock,
  signal: AbortSignal,
): Promise<TimedBlock[]> => {
  try {
    const found = await Promise.all(v2WindowStarts.map((ago) => findDated(context, chain, timestamp - ago, signal)))
    // A younger chain begins later.
    const isOldEnough = v2WindowStarts.every((ago, index) => (found[index]?.timestamp ?? timestamp) <= timestamp - ago)
    return isOldEnough ? found : []
  } catch (error) {
    if (!isServiceError(error)) throw error
    return []
  }
}

/** What feeds report after a block. @throws not_available if no node has its state */
export const readFeeds = async (
  context: Pick<EvmQueryContext, 'node'>,
  chain: ServedChain,
  { native, feeds, sequencer }: PriceSources,
  { block, signal }: { block: TimedBlock; signal: AbortSignal },
): Promise<{ native: Price | undefined; feeds: ReadonlyMap<Hex, Price> }> => {
  const all: (readonly [Hex | undefined, PriceFeed])[] = [...(native ? [[undefined, native] as const] : []), ...feeds]
  const uptime = sequencer ? feedCalls(sequencer).slice(0, 1) : []
  const calls = [...all.flatMap(([, { feed }]) => feedCalls(feed)), ...uptime]
  const answers = await readCalls(context, chain, calls, { block, signal })
  if (sequencer && !isSequencerUp(answers.at(-1), block.timestamp)) return { native: undefined, feeds: new Map() }
  const read = all.map(([token, feed], index) => {
    const price = feedPrice(feed, answers.slice(2 * index, 2 * index + 2), block)
    return [token, price] as const
  })
  return {
    native: read.find(([token]) => token === undefined)?.[1],
    feeds: new Map(read.flatMap(([token, price]) => (token && price ? [[token, price] as const] : []))),
  }
}

/** How long the prices of a block are used for all visitors. */
const keptMs = 180_000
/** Tokens of one request, and of a block: beyond them tokens have no price. */
const tokensMax = 60
const keptTokensMax = 5_000
/** Time limit of a read, which continues for the others when a visitor leaves. */
const readMs = 8_000

type Context = Pick<EvmQueryContext, 'node' | 'store' | 'prices' | 'now'>

export type Prices = {
  /** Of the native coin. */
  native: Price | undefined
  /** By lower-case address. */
  tokens: ReadonlyMap<string, Price>
}

/**
 * Prices of the native coin and of tokens after a block that was the newest one within the last three minutes. Null if
 * prices are off, the chain has no sources, or no node answers.
 */
export const readPrices = async (
  context: Context,
  chain: ServedChain,
  tokens: readonly AskedToken[],
): Promise<Prices | null> => {
  const { prices: book } = context
  const sources = book?.sourcesOf(chain)
  if (!book || !sources) return null
  const epoch = epochOf(context, book, { chain, sources })
  try {
    const ground = await epoch.ground
    const known = new Map(ground.feeds)
    if (ground.native) known.set(sources.wrapped, ground.native)
    const others = tokens.filter(({ address }) => !known.has(address)).slice(0, tokensMax)
    await inPools({ context, chain, sources, epoch }, others)
    for (const { address } of others) {
      const price = await epoch.prices.get(address)
      if (price) known.set(address, price)
    }
    return { native: ground.native, tokens: known }
  } catch (error) {
    if (!isServiceError(error)) throw error
    if (book.epochs.get(chain.id) === epoch) book.epochs.delete(chain.id)
    return null
  }
}

type Asked = { chain: ServedChain; sources: PriceSources }

const epochOf = (context: Context, book: PriceBook, { chain, sources }: Asked): PriceEpoch => {
  const kept = book.epochs.get(chain.id)
  const age = kept && context.now() - kept.startedAt
  if (kept && age !== undefined && age >= 0 && age < keptMs) return kept
  const ground = limited(async (signal) => {
    const newest = await newestBlock(context.store.db, chain.id)
    if (!newest) throw new ServiceError('not_available', `No block of ${chain.title} is indexed yet.`)
    return await readPriceGround(context, chain, sources, { block: { ...newest, hash: toHex(newest.hash) }, signal })
  })
  const epoch: PriceEpoch = { startedAt: context.now(), ground, prices: new Map() }
  book.epochs.set(chain.id, epoch)
  return epoch
}

/** Reads tokens that were not requested at this block before, in one request. */
const inPools = async (
  { context, chain, sources, epoch }: Asked & { context: Context; epoch: PriceEpoch },
  tokens: readonly AskedToken[],
): Promise<void> => {
  const ground = await epoch.ground
  const room = Math.max(0, keptTokensMax - epoch.prices.size)
  const unread = tokens.filter(({ address }) => !epoch.prices.has(address)).slice(0, room)
  if (unread.length === 0 || ground.quotes.length === 0) return
  const read = limited((signal) => poolPrices({ context, chain, sources, ground, signal }, unread))
  for (const { address } of unread) {
    const price = read.then((found) => found.get(address) ?? null)
    // Every waiting visitor has a handler of its own.
    price.catch(() => epoch.prices.delete(address))
    epoch.prices.set(address, price)
  }
  await read
}

const limited = async <Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
  using limit = timeLimit(readMs)
  return await work(limit.signal)
}

/** A page does not wait longer for prices that are no part of what it is about. */
const pricesWaitMs = 1_000

/** Prices of tokens; without `tokens`, of the native coin alone. */
export const pricesInTime = async (
  context: Context,
  chain: ServedChain,
  tokens?: readonly { address: Hex; decimals: number | null }[],
): Promise<Prices | null> => {
  const asked = new Map(
    tokens?.flatMap(({ address, decimals }) => (decimals === null ? [] : [[address, { address, decimals }] as const])),
  )
  if (!context.prices || (tokens && asked.size === 0)) return null
  using limit = timeLimit(pricesWaitMs)
  try {
    return await untilAborted(readPrices(context, chain, [...asked.values()]), limit.signal)
  } catch (error) {
    if (!isServiceError(error)) throw error
    return null
  }
}

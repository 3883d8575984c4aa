import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { feedCalls, feedPrice, isSequencerUp } from '#lib/evm/prices/feed.ts'
import type { Price } from '#lib/evm/prices/price.ts'
import type { PriceGround, TimedBlock } from '#lib/evm/prices/price-book.ts'
import type { PriceFeed, PriceSources } from '#lib/evm/prices/price-sources.ts'
import { v2WindowStarts } from '#lib/evm/prices/v2-pool.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { findDated } from '#lib/evm/query/dated-block.ts'
import { tokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { poolPrices } from './pool-prices.ts'
import { readCalls } from './read-calls.ts'

type Context = Pick<EvmQueryContext, 'node' | 'store'>

/** The basis for the prices of a block: one request for all feeds, and for the coin's pools if it has no feed. */
export const readPriceGround = async (
  context: Context,
  chain: ServedChain,
  sources: PriceSources,
  block: TimedBlock,
  signal: AbortSignal,
): Promise<PriceGround> => {
  const [earlier, { native, feeds }, stables] = await Promise.all([
    earlierBlocks(context, chain, block, signal),
    readFeeds(context, chain, sources, block, signal),
    tokenMetadata(context.store.db, chain.id, sources.stables),
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
  context: Context,
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

const readFeeds = async (
  context: Context,
  chain: ServedChain,
  { native, feeds, sequencer }: PriceSources,
  block: TimedBlock,
  signal: AbortSignal,
): Promise<{ native: Price | undefined; feeds: ReadonlyMap<Hex, Price> }> => {
  const all: (readonly [Hex | undefined, PriceFeed])[] = [...(native ? [[undefined, native] as const] : []), ...feeds]
  const uptime = sequencer ? feedCalls(sequencer).slice(0, 1) : []
  const calls = [...all.flatMap(([, { feed }]) => feedCalls(feed)), ...uptime]
  const answers = await readCalls(context, chain, calls, block, signal)
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

import { isServiceError } from '#lib/base/errors.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { TimedBlock } from '#lib/evm/prices/price-book.ts'
import type { EvmQueryContext } from './context.ts'
import { inParallel } from './in-parallel.ts'
import { type Prices, readFeeds } from './token-prices.ts'

const blocksAtOnce = 4

/**
 * The prices that feeds had after these blocks, by number: a request of a node for each. The newest are asked first, as a node that lacks
 * the state of one block lacks that of older ones: they are left out.
 */
export const readPastPrices = async (
  context: Pick<EvmQueryContext, 'node' | 'prices'>,
  chain: ServedChain,
  blocks: readonly TimedBlock[],
  signal: AbortSignal = new AbortController().signal,
): Promise<ReadonlyMap<number, Prices>> => {
  const found = new Map<number, Prices>()
  const sources = context.prices?.sourcesOf(chain)
  if (!sources) return found
  const newestFirst = [...blocks].sort((a, b) => b.number - a.number)
  let isRefused = false
  await inParallel(newestFirst, blocksAtOnce, async (block) => {
    if (isRefused) return
    try {
      const { native, feeds } = await readFeeds(context, chain, sources, { block, signal })
      const tokens = new Map<string, NonNullable<typeof native>>(feeds)
      if (native) tokens.set(sources.wrapped, native)
      found.set(block.number, { native, tokens })
    } catch (error) {
      if (!isServiceError(error)) throw error
      isRefused = true
    }
  })
  return found
}

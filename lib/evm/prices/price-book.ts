import type { Hex } from '#lib/base/hex.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Price } from './price.ts'
import type { PriceSources } from './price-sources.ts'

/** A block with its time in seconds. */
export type TimedBlock = StateBlock & { timestamp: number }

/** The basis for prices of a block: earlier blocks, and the prices of feeds and of the tokens that pools quote in. */
export type PriceGround = {
  block: TimedBlock
  /** Oldest first; empty if unknown: then no v2 pair has a price. */
  earlier: readonly TimedBlock[]
  native: Price | undefined
  /** Of tokens with a feed. */
  feeds: ReadonlyMap<Hex, Price>
  quotes: readonly { token: Hex; decimals: number; usd: bigint }[]
}

/** The prices of one block, shared by all visitors. A failed read is removed, so that the next visitor repeats it. */
export type PriceEpoch = {
  startedAt: number
  ground: Promise<PriceGround>
  prices: Map<Hex, Promise<Price | null>>
}

/** The prices that a process keeps, the newest block of each chain. */
export type PriceBook = {
  sourcesOf: (chain: Pick<ServedChain, 'id' | 'name'>) => PriceSources | undefined
  epochs: Map<number, PriceEpoch>
}

export const createPriceBook = (sourcesOf: PriceBook['sourcesOf']): PriceBook => ({ sourcesOf, epochs: new Map() })

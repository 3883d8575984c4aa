import type { RefusedRange, RpcFailure, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** Blocks of one log query, at most. */
export const logBlocksMax = 10_000

export type RangeSizeOptions = { start?: number; ceiling?: number }

/** A refused size is tried again after so many accepted queries: a node with many logs in some blocks, and one with a limit. */
const denseFor = 8
const limitedFor = 50
const limitedForMax = 1_600
/** A rate limit is rarely a limit of size: few attempts show which it is. */
const rateLimitedDivisor = 8

/**
 * The number of blocks per log query that a node takes, learned from what it accepts and refuses, whatever its words:
 * a refused size is halved until one is accepted, and the limit between the two is approached in a few steps and then
 * left alone for a while.
 */
export class RangeSize {
  #ceiling: number
  #blocks: number
  /** The largest size accepted since a smaller one was refused. */
  #accepted = 0
  #refused = Number.POSITIVE_INFINITY
  /** Accepted queries until the refused size is tried again, and how many that was last time. */
  #heldFor = 0
  #limitedFor = limitedFor
  #isTriedAgain = false

  constructor({ start = logBlocksMax, ceiling = logBlocksMax }: RangeSizeOptions = {}) {
    this.#ceiling = ceiling
    this.#blocks = Math.min(start, ceiling)
  }

  get blocks(): number {
    return this.#blocks
  }

  /** Only a range of the full size shows that a larger one may work. */
  accepted(asked: RefusedRange): void {
    const length = lengthOf(asked)
    this.#accepted = Math.max(this.#accepted, length)
    if (length < this.#blocks) return
    if (this.#refused === Number.POSITIVE_INFINITY) {
      this.#isTriedAgain = false
      this.#limitedFor = limitedFor
      this.#set(2 * length)
      return
    }
    this.#heldFor -= 1
    if (this.#heldFor <= 0) {
      this.#isTriedAgain = true
      this.#refused = Number.POSITIVE_INFINITY
      this.#set(Math.ceil(length * 1.25))
    } else if (this.#refused - length > length / 8) this.#set(Math.floor((length + this.#refused) / 2))
  }

  /** The range was refused; the next one is smaller. */
  refused(asked: RefusedRange, failure: RpcFailure): void {
    const length = lengthOf(asked)
    if (failure.kind === 'range_too_large' && failure.blocksMax !== null && failure.blocksMax < length) {
      this.#ceiling = Math.max(1, failure.blocksMax)
      this.#set(this.#ceiling)
      return
    }
    if (this.#accepted >= length) this.#accepted = 0
    const isDense = failure.kind === 'too_many_results'
    if (this.#isTriedAgain) this.#limitedFor = Math.min(limitedForMax, 2 * this.#limitedFor)
    this.#isTriedAgain = false
    this.#heldFor = isDense ? denseFor : this.#limitedFor
    this.#refused = length
    const smaller = Math.floor(length / (failure.kind === 'rate_limited' ? rateLimitedDivisor : 2))
    this.#set(suggestedLength(asked, failure) ?? Math.max(smaller, this.#accepted))
  }

  /** Smaller ranges were refused as well, so the size was not the reason: back to that size. */
  reset(blocks: number): void {
    this.#refused = Number.POSITIVE_INFINITY
    this.#set(blocks)
  }

  #set(blocks: number): void {
    this.#blocks = Math.min(this.#ceiling, Math.max(1, blocks))
  }
}

/** A suggestion counts if it has the same start and is smaller. */
function suggestedLength(asked: RefusedRange, failure: RpcFailure): number | null {
  if (failure.kind !== 'too_many_results' && failure.kind !== 'range_too_large') return null
  const { suggested } = failure
  if (!suggested || suggested.from !== asked.from || suggested.to >= asked.to) return null
  return lengthOf(suggested)
}

const lengthOf = ({ from, to }: RefusedRange): number => to - from + 1

/** What each node of a pool takes in one log query, known to all who ask that pool. */
class NodeRangeSizes {
  readonly #sizes = new Map<RpcTransport, RangeSize>()

  of(node: RpcTransport): RangeSize {
    const size = this.#sizes.get(node) ?? new RangeSize()
    this.#sizes.set(node, size)
    return size
  }

  /** What the node takes that takes most. */
  get largest(): number {
    const known = [...this.#sizes.values()].map(({ blocks }) => blocks)
    return known.length > 0 ? Math.max(...known) : logBlocksMax
  }
}

const sizesOfPools = new WeakMap<NodePool, NodeRangeSizes>()

export const rangeSizesOf = (pool: NodePool): NodeRangeSizes => {
  const sizes = sizesOfPools.get(pool) ?? new NodeRangeSizes()
  sizesOfPools.set(pool, sizes)
  return sizes
}

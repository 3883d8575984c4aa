import type { BlockRange, NodeFailure } from '#lib/evm/node/transport/classify.ts'

/** Blocks of one log query, at most. */
export const logBlocksMax = 10_000

export type RangeSizeOptions = { start?: number; ceiling?: number; step?: number }

/**
 * The number of blocks per log query: +500 on success, ×0.8 on failure (AIMD). A structural limit of the node lowers
 * the maximum permanently; too dense a range is halved at once and grows back. Keep one instance for as long as its
 * nodes are used.
 */
export class RangeSize {
  readonly #step: number
  #ceiling: number
  #blocks: number

  constructor({ start = logBlocksMax, ceiling = logBlocksMax, step = 500 }: RangeSizeOptions = {}) {
    this.#step = step
    this.#ceiling = ceiling
    this.#blocks = Math.min(start, ceiling)
  }

  get blocks(): number {
    return this.#blocks
  }

  /** The known maximum of the nodes, where another query may start. */
  get ceiling(): number {
    return this.#ceiling
  }

  /** Only a range of the full size shows that a larger one may work. */
  succeeded(asked: BlockRange): void {
    if (lengthOf(asked) >= this.#blocks) this.#set(this.#blocks + this.#step)
  }

  /** Records a failure of that range. Returns whether a smaller range may work: false for a single block. */
  failed(asked: BlockRange, failure: NodeFailure): boolean {
    const length = lengthOf(asked)
    if (failure.kind === 'range_too_large') {
      const stated = failure.blocksMax
      // The range already respects the stated limit; the node then counts differently.
      this.#ceiling = Math.max(1, stated !== null && stated < length ? stated : Math.floor(length / 2))
      this.#set(this.#ceiling)
      return length > 1
    }
    if (failure.kind === 'too_many_results') {
      this.#set(suggestedLength(asked, failure.suggested) ?? Math.floor(length / 2))
      return length > 1
    }
    this.#set(Math.floor(length * 0.8))
    return length > 1
  }

  #set(blocks: number): void {
    this.#blocks = Math.min(this.#ceiling, Math.max(1, blocks))
  }
}

/** A suggestion counts if it has the same start and is smaller. */
function suggestedLength(asked: BlockRange, suggested: BlockRange | null): number | null {
  if (!suggested || suggested.from !== asked.from || suggested.to >= asked.to) return null
  return lengthOf(suggested)
}

const lengthOf = ({ from, to }: BlockRange): number => to - from + 1

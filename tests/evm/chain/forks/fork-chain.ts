import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { ChainReader, Head } from '#lib/indexing/chain.ts'
import { tokenBlocks } from '#tests/evm/chain/token-blocks.ts'
import { seeded } from '#tests/support/seeded.ts'

/** A chain with token events that a test grows, forks and shortens by hand. Branches are kept, so that one can come back. */
export class ForkChain {
  blocks: EvmBlock[]
  finalized = 0
  readonly #random: () => number
  #forks = 0

  constructor(seed: number, length: number) {
    this.#random = seeded(seed)
    this.blocks = tokenBlocks(length, { first: 0 }, this.#random, { transactionsPerBlockMax: 3 })
  }

  get latest(): number {
    return this.blocks.length - 1
  }

  grow(count: number): void {
    const fork = this.#forks === 0 ? 'main' : `fork ${this.#forks}`
    const parent = this.blocks.at(-1)
    if (!parent) throw new Error('the chain is empty')
    this.blocks = [...this.blocks, ...tokenBlocks(count, parent, this.#random, { fork, transactionsPerBlockMax: 3 })]
  }

  /** Replaces the newest blocks by a new branch; returns the branch that was left. */
  fork(depth: number, length: number): readonly EvmBlock[] {
    const left = this.blocks
    this.#forks += 1
    this.blocks = left.slice(0, left.length - depth)
    this.grow(length)
    return left
  }

  /** Makes an earlier branch the chain again, which then grows on. */
  goBack(branch: readonly EvmBlock[], length: number): void {
    this.blocks = [...branch]
    this.#forks += 1
    this.grow(length)
  }

  reader(): ChainReader<EvmBlock> {
    return {
      head: async (): Promise<Head> => ({ latest: this.latest, finalized: Math.min(this.finalized, this.latest) }),
      blocks: async (from, to) => this.blocks.slice(from, to + 1),
    }
  }
}

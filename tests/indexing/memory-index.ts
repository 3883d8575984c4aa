import { type BlockLink, type ChainIndex, follows, type Head } from '#lib/indexing/chain.ts'
import type { FakeBlock } from './fake-chain.ts'

/** What an index holds in the end. */
export type IndexContents = { blocks: { number: number; hash: string }[]; sum: number }

/** A chain index in memory that refuses what an index must never be asked to do. */
export class MemoryIndex implements ChainIndex<FakeBlock> {
  readonly blocks: FakeBlock[] = []
  sum = 0
  /** Whether the chain has this block permanently: such a block must not be reverted. */
  readonly #isFinal: (block: FakeBlock) => boolean
  #head: Head | undefined

  constructor(isFinal: (block: FakeBlock) => boolean = () => false) {
    this.#isFinal = isFinal
  }

  async tip(): Promise<BlockLink | undefined> {
    return this.blocks.at(-1)
  }

  async linkAt(number: number): Promise<BlockLink | undefined> {
    return this.blocks[number - (this.blocks[0]?.number ?? 0)]
  }

  async finalized(): Promise<number | undefined> {
    return this.#head?.finalized
  }

  async append(blocks: readonly FakeBlock[], head: Head): Promise<void> {
    for (const block of blocks) {
      const tip = this.blocks.at(-1)
      if (tip && !follows(tip, block)) throw new Error(`block ${block.number} does not follow ${tip.number}`)
      this.blocks.push(block)
      this.sum += block.amount
    }
    this.#head = head
  }

  async rewind(number: number | undefined): Promise<void> {
    const to = number ?? -1
    for (;;) {
      const last = this.blocks.at(-1)
      if (!last || last.number <= to) return
      if (this.#isFinal(last)) throw new Error(`reverted block ${last.number}, which is final`)
      this.blocks.pop()
      this.sum -= last.amount
    }
  }

  async contents(): Promise<IndexContents> {
    return { blocks: this.blocks.map(({ number, hash }) => ({ number, hash })), sum: this.sum }
  }
}

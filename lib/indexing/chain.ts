import type { Alongside } from '#lib/store/store.ts'
import type { BlockRange } from './intervals.ts'

/** What links one block to the next. A chain that cannot fork leaves `parentHash` out. */
export type BlockLink = { number: number; hash: string; parentHash?: string }

/** The newest block of a chain, and the newest that can no longer be replaced. */
export type Head = {
  latest: number
  finalized: number
  /** Hash of the newest block, where the node tells it with its number: it spares one request for each poll. */
  hash?: string
}

/** A chain as its node tells it. Every block it returns has passed the node's own consistency checks. */
export type ChainReader<Block extends BlockLink> = {
  head(signal?: AbortSignal): Promise<Head>
  /**
   * Blocks from..to, ascending, both ends included; shorter when the chain is shorter. They may come from two sides of a
   * fork that happened in mid-request: the engine checks the links.
   */
  blocks(from: number, to: number, signal?: AbortSignal): Promise<Block[]>
}

/** What both ways of indexing ask of a store about single blocks. */
type StoredLinks = {
  /** The stored block of that number. */
  linkAt(number: number): Promise<BlockLink | undefined>
  /** `finalized` of the head that came with the newest append: blocks up to it are never reverted. */
  finalized(): Promise<number | undefined>
}

/** A chain as our store has it. Each call is one transaction: all of it happens or nothing. */
export type ChainIndex<Block extends BlockLink> = StoredLinks & {
  /** The newest block stored within the range that is followed, if any. */
  tip(): Promise<BlockLink | undefined>
  /**
   * Appends linked blocks after the tip, with what they change, the new position, and `head`: the one that was read before
   * these blocks were requested. `alongside` writes in the same transaction.
   */
  append(blocks: readonly Block[], head: Head, alongside?: Alongside<Block>): Promise<void>
  /** Takes back every block above `number`, with what they changed; `undefined` reverts all. */
  rewind(number: number | undefined): Promise<void>
}

/** Separate ranges of a chain as our store has them. Each call is one transaction. */
export type RangeIndex<Block extends BlockLink> = StoredLinks & {
  /** Which blocks are stored: ascending, disjoint. */
  covered(): Promise<BlockRange[]>
  /**
   * Stores blocks that follow one another, with what they change, that they are covered, and `head`. Stored blocks of the
   * same numbers are replaced. `alongside` writes in the same transaction.
   */
  appendRange(blocks: readonly Block[], head: Head, alongside?: Alongside<Block>): Promise<void>
}

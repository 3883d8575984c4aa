import type { Alongside } from '#lib/store/store.ts'
import type { BlockRange } from './intervals.ts'

/** Links a block to its parent. A chain without reorgs omits `parentHash`. */
export type BlockLink = { number: number; hash: string; parentHash?: string }

/** The newest block of a chain, and the newest that can no longer be replaced. */
export type Head = {
  latest: number
  finalized: number
  /** Hash of the newest block, if the node returns it with the number: saves one request per poll. */
  hash?: string
}

/** Whether a request has read enough, this next part included. */
export type IsEnough<Block> = (part: readonly Block[]) => boolean

/** A chain as reported by its node. Every returned block has passed the node's consistency checks. */
export type ChainReader<Block extends BlockLink> = {
  head(signal?: AbortSignal): Promise<Head>
  /**
   * Blocks from..to, ascending and inclusive; fewer if the chain is shorter. A reorg during the request may mix two
   * branches: the engine checks the links. `isEnough` is given the parts of a large range as they arrive; once it returns
   * true, the rest is left unread.
   */
  blocks(from: number, to: number, signal?: AbortSignal, isEnough?: IsEnough<Block>): Promise<Block[]>
  /**
   * The first block of the range that the nodes still have, when its first cannot be read; undefined if they have none of it.
   * A chain whose nodes have everything omits it.
   */
  earliest?(range: BlockRange, signal?: AbortSignal): Promise<number | undefined>
  /** Bytes of memory that a block takes, roughly; a kilobyte if it is not known. */
  bytesOf?(block: Block): number
}

/** The store functions for single blocks that both ways of indexing need. */
type StoredLinks = {
  /** The stored block of that number. */
  linkAt(number: number): Promise<BlockLink | undefined>
  /** `finalized` of the head stored with the newest append: blocks up to it are never reverted. */
  finalized(): Promise<number | undefined>
}

/** A chain as stored. Each call is one transaction. */
export type ChainIndex<Block extends BlockLink> = StoredLinks & {
  /** The newest block stored within the range that is followed, if any. */
  tip(): Promise<BlockLink | undefined>
  /**
   * Appends linked blocks after the tip, with their changes, the new position, and `head`, which was read before these
   * blocks were requested. `alongside` writes in the same transaction.
   */
  append(blocks: readonly Block[], head: Head, alongside?: Alongside<Block>): Promise<void>
  /** Reverts every block above `number` with its changes; all of them if it is `undefined`. */
  rewind(number: number | undefined): Promise<void>
}

/** Stored separate ranges of a chain. Each call is one transaction. */
export type RangeIndex<Block extends BlockLink> = StoredLinks & {
  /** The stored blocks as ascending, disjoint ranges. */
  covered(): Promise<BlockRange[]>
  /**
   * Stores consecutive blocks with their changes, their coverage, and `head`. Stored blocks of the same numbers are
   * replaced. `alongside` writes in the same transaction.
   */
  appendRange(blocks: readonly Block[], head: Head, alongside?: Alongside<Block>): Promise<void>
}

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

/** Whether `block` can follow `parent`; without parent hashes, only numbers are compared. */
export const follows = (parent: BlockLink, block: BlockLink): boolean =>
  block.number === parent.number + 1 && (block.parentHash === undefined || block.parentHash === parent.hash)

/** The leading blocks that link. Truncated at the first that does not: a reorg may happen between two calls of one request. */
export const linkedBlocks = <Block extends BlockLink>(blocks: readonly Block[]): Block[] => {
  const end = blocks.findIndex((block, index) => {
    const parent = blocks[index - 1]
    return parent !== undefined && !follows(parent, block)
  })
  return end < 0 ? [...blocks] : blocks.slice(0, end)
}

/** A block whose position in the chain is known, but whose contents are not read because of `fault`. */
export type SetAsideBlock = BlockLink & { fault: string }

export const isSetAside = <Block extends BlockLink>(block: Block): block is Extract<Block, SetAsideBlock> =>
  'fault' in block

/** Blocks with consecutive numbers, between those that were left out. */
type BlockRun<Block> = { first: Block; last: Block; blocks: Block[] }

export const runsOf = <Block extends BlockLink>(blocks: readonly Block[]): BlockRun<Block>[] => {
  const runs: BlockRun<Block>[] = []
  for (const block of blocks) {
    const run = runs.at(-1)
    if (run && run.last.number + 1 === block.number) {
      run.last = block
      run.blocks.push(block)
    } else runs.push({ first: block, last: block, blocks: [block] })
  }
  return runs
}

type ChunkReading<Item> = {
  /** Chunks requested at a time, from now on. */
  parallelOf(): number
  /** Blocks of the next chunk. */
  sizeOf(): number
  read(from: number, to: number, signal: AbortSignal): Promise<Item[]>
  isEnough?: IsEnough<Item> | undefined
}

/** Reads from..to in chunks, several at a time, up to the first chunk that is shorter than requested, or that is enough. */
export const chunksInOrder = async <Item>(
  from: number,
  to: number,
  { parallelOf, sizeOf, read, isEnough }: ChunkReading<Item>,
  signal: AbortSignal | undefined,
): Promise<Item[]> => {
  const rest = new AbortController()
  const either = signal ? AbortSignal.any([signal, rest.signal]) : rest.signal
  const pending: { wanted: number; promise: Promise<Item[]> }[] = []
  const items: Item[] = []
  let next = from
  const fill = () => {
    const parallel = parallelOf()
    while (pending.length < parallel && next <= to) {
      const end = Math.min(to, next + sizeOf() - 1)
      const promise = read(next, end, either)
      // It may fail while an earlier one is awaited; it is awaited or aborted later.
      promise.catch(() => undefined)
      pending.push({ wanted: end - next + 1, promise })
      next = end + 1
    }
  }
  try {
    fill()
    for (let turn = pending.shift(); turn; turn = pending.shift()) {
      const part = await turn.promise
      for (const item of part) items.push(item)
      if (part.length < turn.wanted || isEnough?.(part)) break
      fill()
    }
  } finally {
    rest.abort()
  }
  return items
}

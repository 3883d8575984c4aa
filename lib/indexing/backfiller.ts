import { type Clock, systemClock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type BatchLimits, type BatchSize, batchDefaults, createBatchSize, createPrefetch } from './batch-size.ts'
import { type BlockLink, type ChainReader, follows, type Head, linkedBlocks, type RangeIndex } from './chain.ts'
import { type BlockRange, countBlocks, coversRange, intersectRanges, mergeRanges, subtractRanges } from './intervals.ts'

/** Keeps the stored blocks of ranges linked to each other and equal to the chain. */
type RangeLinks<Block> = {
  /**
   * Replaces stored blocks that were reorged. `head` determines which blocks were final; blocks stored later are not
   * compared yet.
   */
  compare(range: BlockRange, head: Head): Promise<void>
  /** Throws unless blocks link to their stored neighbours of the same range, within `where`. */
  refuseLoose(blocks: readonly Block[], where: readonly BlockRange[]): Promise<void>
}

const createRangeLinks = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: RangeIndex<Block>,
  wanted: readonly BlockRange[],
  { size, signal }: { size: BatchSize<Block>; signal: AbortSignal | undefined },
): RangeLinks<Block> => {
  const firstReplaced = async (blocks: readonly Block[]): Promise<number> => {
    for (const [at, { number, hash }] of blocks.entries()) {
      if ((await index.linkAt(number))?.hash !== hash) return at
    }
    return -1
  }

  const refuseLoose: RangeLinks<Block>['refuseLoose'] = async (blocks, where) => {
    const [first, last] = [blocks[0], blocks.at(-1)]
    if (!first || !last) return
    const neighbour = async (number: number, beside: number): Promise<BlockLink | undefined> => {
      const isOfRange = coversRange(wanted, { first: Math.min(number, beside), last: Math.max(number, beside) })
      return isOfRange && coversRange(where, { first: number, last: number }) ? await index.linkAt(number) : undefined
    }
    const before = await neighbour(first.number - 1, first.number)
    const after = await neighbour(last.number + 1, last.number)
    if ((!before || follows(before, first)) && (!after || follows(last, after))) return
    throw new ServiceError(
      'upstream_failed',
      `Blocks ${first.number} to ${last.number} do not link to the adjacent stored blocks.`,
    )
  }

  const compare: RangeLinks<Block>['compare'] = async ({ first, last }, head) => {
    for (let from = first; from <= last; ) {
      const to = Math.min(last, from + size.blocks - 1)
      const blocks = linkedBlocks(await reader.blocks(from, to, signal))
      const start = await firstReplaced(blocks)
      if (start >= 0) {
        const changed = blocks.slice(start)
        await refuseLoose(changed, [{ first: 0, last: from + start - 1 }])
        await index.appendRange(changed, head)
      }
      if (!blocks.length) throw new ServiceError('upstream_failed', `The node no longer has block ${from}.`)
      from += blocks.length
    }
  }

  return { compare, refuseLoose }
}

export type BackfillerOptions = {
  batch?: Partial<BatchLimits>
  /** Concurrent requests. */
  requestsMax?: number
  /** How long a head may be used before it is requested again, and before blocks that are not final are checked again. */
  headMaxAgeMs?: number
  clock?: Clock
}

/** Result of one step; `left` is the number of blocks in the ranges that are not stored yet. */
export type BackfillStep =
  | { kind: 'stored'; first: number; last: number; left: number; head: Head }
  /** The chain has not reached the ranges' end, or stored blocks can still be replaced. */
  | { kind: 'waiting'; left: number; head: Head }
  /** No node has these blocks: they are tried again later. */
  | { kind: 'skipped'; first: number; last: number; left: number; head: Head }
  | { kind: 'finished'; head: Head }

export type Backfiller = { step(): Promise<BackfillStep> }

/** How long blocks that no node has are left alone. */
const missingMs = 3_600_000

/** Blocks that no node has. */
const createMissingBlocks = (reader: ChainReader<BlockLink>, clock: Clock, signal: AbortSignal | undefined) => {
  let missing: (BlockRange & { until: number })[] = []
  return {
    ranges: (): readonly BlockRange[] => {
      missing = missing.filter(({ until }) => until > clock.now())
      return missing
    },
    /** Skips the blocks at the start of `piece` after `error`. @throws the error if a node has the first. */
    skip: async (piece: BlockRange, error: unknown): Promise<BlockRange> => {
      if (signal?.aborted || !reader.earliest) throw error
      const skippedTo = (await reader.earliest(piece, signal)) ?? piece.last + 1
      if (skippedTo === piece.first) throw error
      const range = { first: piece.first, last: skippedTo - 1 }
      missing.push({ ...range, until: clock.now() + missingMs })
      return range
    },
  }
}

/**
 * Stores only the given ranges of a chain, in the given order, ascending within each range. Progress is read from the
 * index, so a restart continues where it stopped. Blocks that are not final are stored too, and compared with the chain
 * until they are.
 */
export const createBackfiller = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: RangeIndex<Block>,
  ranges: readonly BlockRange[],
  { options, signal }: { options: BackfillerOptions; signal?: AbortSignal | undefined },
): Backfiller => {
  const { clock = systemClock, requestsMax = 3, headMaxAgeMs = 1_000 } = options
  const wanted = mergeRanges(ranges)
  const size = createBatchSize({ ...batchDefaults, ...options.batch }, reader.bytesOf)
  const prefetch = createPrefetch(reader, size, requestsMax, { clock, signal })
  const links = createRangeLinks(reader, index, wanted, { size, signal })
  const missing = createMissingBlocks(reader, clock, signal)
  /** The head under which every stored block that may be replaced was last compared. */
  let checked: { head: Head; readAt: number } | undefined

  const readCheckedHead = async (): Promise<Head> => {
    if (checked && clock.now() - checked.readAt < headMaxAgeMs) return checked.head
    const readAt = clock.now()
    const head = await reader.head(signal)
    const final = (await index.finalized()) ?? -1
    const stored = intersectRanges(wanted, await index.covered())
    for (const range of intersectRanges(stored, [{ first: final + 1, last: head.latest }])) {
      await links.compare(range, { ...head, finalized: final })
    }
    checked = { head, readAt }
    return head
  }

  const step = async (): Promise<BackfillStep> => {
    const head = await readCheckedHead()
    const covered = await index.covered()
    const left = countBlocks(subtractRanges(wanted, covered))
    const reachable = [{ first: 0, last: head.latest }]
    const missingNow = missing.ranges()
    const piece = ranges
      .flatMap((range) => intersectRanges(subtractRanges([range], [...covered, ...missingNow]), reachable))
      .find(({ first, last }) => first <= last)
    if (!piece) {
      const isFinal = (wanted.at(-1)?.last ?? -1) <= head.finalized
      return left === 0 && isFinal ? { kind: 'finished', head } : { kind: 'waiting', left, head }
    }

    const batch = await prefetch.take(piece.first, piece.last, head).catch(async (error: unknown) => {
      prefetch.clear()
      return { skipped: await missing.skip(piece, error) }
    })
    if ('skipped' in batch) return { kind: 'skipped', ...batch.skipped, left, head }
    const blocks = linkedBlocks(batch.blocks)
    if (!blocks.length) {
      prefetch.clear()
      return { kind: 'waiting', left, head }
    }
    await links.refuseLoose(blocks, covered)
    const startedAt = clock.now()
    await index.appendRange(blocks, batch.head)
    size.learn(blocks, Math.max(batch.tookMs, clock.now() - startedAt))
    const last = piece.first + blocks.length - 1
    return { kind: 'stored', first: piece.first, last, left: left - blocks.length, head }
  }

  return {
    step: async () => {
      try {
        const done = await step()
        if (done.kind !== 'stored') checked = undefined
        return done
      } catch (error) {
        prefetch.clear()
        checked = undefined
        size.shrink()
        throw error
      }
    },
  }
}

import { type Clock, repeat, systemClock } from '#lib/base/clock.ts'
import { type BackfillerOptions, type BackfillStep, createBackfiller } from './backfiller.ts'
import { type BatchLimits, batchDefaults, createBatchSize, createPrefetch } from './batch-size.ts'
import {
  type BlockLink,
  type ChainIndex,
  type ChainReader,
  follows,
  type Head,
  linkedBlocks,
  type RangeIndex,
} from './chain.ts'
import type { BlockRange } from './intervals.ts'
import { createReorgs, type LowerHeadLimits, lowerHeadDefaults, type Reverted } from './reorgs.ts'

type RunOptions<Step> = {
  /** Ends the work after the current transaction. */
  signal: AbortSignal
  /** How often an idle chain is polled for its head. */
  pollMs: number
  clock?: Clock
  onStep?: (step: Step) => void
  onFailure?: (error: unknown, retryInMs: number) => void
}

/**
 * Repeats `step` until it is finished or `signal` ends it. Failures of the node or the store are passed to `onFailure`,
 * and the step is retried with growing delays.
 */
export const runSteps = async <Step extends { kind: string }>(
  step: () => Promise<Step>,
  { signal, pollMs, clock = systemClock, onStep, onFailure }: RunOptions<Step>,
): Promise<void> => {
  await repeat(
    async () => {
      const done = await step()
      onStep?.(done)
      if (done.kind === 'waiting') await clock.wait(pollMs, signal)
      return done.kind !== 'finished'
    },
    { signal, clock, onFailure },
  )
}

/** Repeats `ask` until it answers, with growing delays; undefined if the signal ended it before. */
export const runUntilDone = async <Answer>(
  ask: () => Promise<Answer>,
  options: Omit<RunOptions<never>, 'onStep' | 'pollMs'>,
): Promise<Answer | undefined> => {
  let answer: Answer | undefined
  const step = async () => {
    answer = await ask()
    return { kind: 'finished' }
  }
  await runSteps(step, { signal: options.signal, clock: options.clock, onFailure: options.onFailure, pollMs: 0 })
  return answer
}

/** Stores ranges of a chain in the given order, until all their blocks are stored and final, or until the signal ends it. */
export const fillRanges = async <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: RangeIndex<Block>,
  ranges: readonly BlockRange[],
  options: BackfillerOptions & RunOptions<BackfillStep>,
): Promise<void> => {
  const backfiller = createBackfiller(reader, index, ranges, { options, signal: options.signal })
  await runSteps(() => backfiller.step(), options)
}

export type FollowerOptions = {
  /** First block of an empty index: a number, `latest`, or `-N` for N blocks before the head. */
  start: number | 'latest'
  /** Last block to index; without it the chain is followed forever. */
  end?: number
  /** Whether even final blocks may be reverted: a development chain that restarts. */
  allowReset?: boolean
  batch?: Partial<BatchLimits>
  /** Concurrent requests. */
  requestsMax?: number
  /** How long a head may be used before it is requested again. */
  headMaxAgeMs?: number
  /** When a lower head counts as the chain's own instead of a lagging node's. */
  lowerHead?: LowerHeadLimits
  clock?: Clock
}

/** Result of one step, and the position of the index. */
type Step =
  | { kind: 'appended'; first: number; last: number; head: Head }
  | Reverted
  /** The end block is stored and final. */
  | { kind: 'finished'; tip: number; head: Head }

export type Follower = {
  /**
   * Moves the index one batch toward the chain, or reverts blocks that the chain no longer has. Each call leaves the
   * index consistent, so a failed one can simply be repeated.
   */
  step(): Promise<Step>
}

/** The chain's head; an older one is good enough for blocks below it. */
const createRecentHead = (read: () => Promise<Head>, maxAgeMs: number, clock: Clock) => {
  let known: { head: Head; readAt: number } | undefined
  return {
    forBlock: async (number: number): Promise<Head> => {
      const isFresh = known && known.head.latest >= number && clock.now() - known.readAt < maxAgeMs
      if (known && isFresh) return known.head
      const readAt = clock.now()
      const head = await read()
      known = { head, readAt }
      return head
    },
    forget: (): void => {
      known = undefined
    },
  }
}

/** Keeps an index equal to a chain, which may reorg above its finalized block at any time. */
export const createFollower = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: ChainIndex<Block>,
  options: FollowerOptions,
  signal?: AbortSignal,
): Follower => {
  const { start, end = Number.POSITIVE_INFINITY, allowReset = false, headMaxAgeMs = 1_000 } = options
  const { clock = systemClock, requestsMax = 3, lowerHead = lowerHeadDefaults } = options
  const size = createBatchSize({ ...batchDefaults, ...options.batch }, reader.bytesOf)
  const prefetch = createPrefetch(reader, size, requestsMax, { clock, signal })
  const reorgs = createReorgs(reader, index, { allowReset, lowerHead, clock, signal })
  const recentHead = createRecentHead(() => reader.head(signal), headMaxAgeMs, clock)
  /** On a chain without parent hashes, only the tip reveals that it was replaced while the worker was down. */
  let isTipChecked = false

  const rewind = (tip: BlockLink, head: Head): Promise<Step> => {
    prefetch.clear()
    return reorgs.rewind(tip, head)
  }

  /** Checks the stored tip as long as there is no later block that would reveal a reorg. */
  const checkTip = async (tip: BlockLink, head: Head): Promise<Step | undefined> => {
    const found = await reorgs.compareTip(tip, head)
    if (found === 'forked') return await rewind(tip, head)
    isTipChecked ||= found === 'same'
    const reverted = await reorgs.revertAbove(tip, head)
    if (reverted) prefetch.clear()
    return reverted
  }

  const appendNext = async (tip: BlockLink | undefined, next: number, last: number, head: Head): Promise<Step> => {
    const batch = await prefetch.take(next, last, head)
    const [first] = batch.blocks
    // The node that responded is behind the one that reported the head.
    if (!first) {
      prefetch.clear()
      return { kind: 'waiting', tip: tip?.number, head }
    }
    if (tip && !follows(tip, first)) return await rewind(tip, head)

    const blocks = linkedBlocks(batch.blocks)
    const startedAt = clock.now()
    await index.append(blocks, batch.head)
    isTipChecked = true
    reorgs.linked()
    size.learn(blocks, Math.max(batch.tookMs, clock.now() - startedAt))
    return { kind: 'appended', first: first.number, last: first.number + blocks.length - 1, head }
  }

  const step = async (): Promise<Step> => {
    const tip = await index.tip()
    const head = await recentHead.forBlock(tip ? tip.number + 1 : 0)
    const next = tip ? tip.number + 1 : firstBlock(start, head)
    const last = Math.min(end, head.latest)
    const reverted = tip && (!isTipChecked || next > last) ? await checkTip(tip, head) : undefined
    if (reverted) return reverted
    if (next <= last) return await appendNext(tip, next, last, head)
    const isOver = tip !== undefined && tip.number >= end && head.finalized >= end
    return isOver ? { kind: 'finished', tip: tip.number, head } : { kind: 'waiting', tip: tip?.number, head }
  }

  return {
    step: async () => {
      try {
        const done = await step()
        // An older head is good enough only while blocks keep arriving.
        if (done.kind !== 'appended') recentHead.forget()
        return done
      } catch (error) {
        prefetch.clear()
        recentHead.forget()
        size.shrink()
        throw error
      }
    },
  }
}

const firstBlock = (start: number | 'latest', head: Head): number => {
  if (start === 'latest') return head.latest
  return start < 0 ? Math.max(0, head.latest + start) : start
}

/** Follows a chain until the signal ends it, or until its end block is stored and final. */
export const follow = async <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: ChainIndex<Block>,
  options: FollowerOptions & RunOptions<Step>,
): Promise<void> => {
  const follower = createFollower(reader, index, options, options.signal)
  await runSteps(() => follower.step(), options)
}

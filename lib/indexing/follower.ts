import { type Clock, systemClock } from '#lib/api/clock.ts'
import { ServiceError } from '#lib/api/errors.ts'
import { type BatchLimits, batchDefaults, createBatchSize } from './batch-size.ts'
import type { BlockLink, ChainIndex, ChainReader, Head } from './chain.ts'
import { blockHash, commonBlock } from './common-block.ts'
import { follows, linkedBlocks } from './linked-blocks.ts'
import { createLowerHead, type LowerHeadLimits, lowerHeadDefaults } from './lower-head.ts'
import { createPrefetch } from './prefetch.ts'

export type FollowerOptions<Block extends BlockLink> = {
  /** First block of an empty index: a number, `latest`, or `-N` for N blocks before the head. */
  start: number | 'latest'
  /** Last block to index; without it the chain is followed forever. */
  end?: number
  /** Whether even final blocks may be reverted: a development chain that restarts. */
  allowReset?: boolean
  batch?: Partial<BatchLimits<Block>>
  /** Requests under way at once. */
  requestsMax?: number
  /** How long a head may be used before it is requested again. */
  headMaxAgeMs?: number
  /** When a lower head counts as the chain's own, and not as that of a node that lags. */
  lowerHead?: LowerHeadLimits
  clock?: Clock
}

/** Result of one step, and the position of the index. */
export type Step =
  | { kind: 'appended'; first: number; last: number; head: Head }
  /** Blocks above `to` were reverted; all of them when it is undefined. */
  | { kind: 'rewound'; from: number; to: number | undefined; head: Head }
  /** Nothing to do until the chain grows (or the node catches up with us). */
  | { kind: 'waiting'; tip: number | undefined; head: Head }
  /** The end block is stored and final. */
  | { kind: 'finished'; tip: number; head: Head }

export type Follower = {
  /**
   * Moves the index one batch toward the chain, or reverts what the chain no longer has. Each call leaves the index
   * whole, so a failed one is simply called again.
   */
  step(): Promise<Step>
}

/** Keeps an index equal to a chain, which may reorg above its finalized block at any time. */
export const createFollower = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: ChainIndex<Block>,
  options: FollowerOptions<Block>,
  signal?: AbortSignal,
): Follower => {
  const { start, end = Number.POSITIVE_INFINITY, allowReset = false, headMaxAgeMs = 1_000 } = options
  const { clock = systemClock, requestsMax = 3 } = options
  const size = createBatchSize<Block>({ ...batchDefaults, ...options.batch })
  const prefetch = createPrefetch(reader, size, requestsMax, clock, signal)
  let known: { head: Head; readAt: number } | undefined
  /** A chain without parent hashes shows only by its tip that it was replaced while no one looked. */
  let isTipChecked = false
  /** The tip that the chain has, although its next block has another parent. */
  let unlinkedTip: string | undefined
  const isLowerForGood = createLowerHead(options.lowerHead ?? lowerHeadDefaults, clock)

  const readHead = async (next: number): Promise<Head> => {
    const isFresh = known && known.head.latest >= next && clock.now() - known.readAt < headMaxAgeMs
    if (known && isFresh) return known.head
    const readAt = clock.now()
    const head = await reader.head(signal)
    known = { head, readAt }
    return head
  }

  const chainHash = async (number: number, head: Head): Promise<string> =>
    number === head.latest && head.hash !== undefined ? head.hash : await blockHash(reader, number, signal)

  /** A lower head alone is not a reorg, because the node may lag; see `revertAbove` for a head that stays low. */
  const compareAt = async (number: number, head: Head): Promise<'same' | 'forked' | 'not stored'> => {
    const stored = await index.linkAt(number)
    if (!stored) return 'not stored'
    return (await chainHash(number, head)) === stored.hash ? 'same' : 'forked'
  }

  const rewind = async (tip: BlockLink, head: Head): Promise<Step> => {
    prefetch.clear()
    const from = Math.min(tip.number, head.latest)
    const common = await commonBlock(reader, index, from, signal)
    if (common && common.number >= from) {
      // A reorg may happen between two responses. A response that stays inconsistent must not look like an idle chain.
      const isAgain = unlinkedTip === tip.hash
      unlinkedTip = tip.hash
      if (isAgain) throw notLinked(tip)
      return { kind: 'waiting', tip: tip.number, head }
    }
    unlinkedTip = undefined
    if (!allowReset) await refuseToRewindFinal(tip, common)
    await index.rewind(common?.number)
    return { kind: 'rewound', from: tip.number, to: common?.number, head }
  }

  const refuseToRewindFinal = async (tip: BlockLink, common: BlockLink | undefined): Promise<void> => {
    const told = await index.finalized()
    if (told === undefined) return
    const final = Math.min(told, tip.number)
    if (common ? common.number >= final : (await index.linkAt(final)) === undefined) return
    throw new ServiceError(
      'upstream_failed',
      `The node has a different history than the index: block ${final} was final and is not part of its chain. Check that the node serves the right chain and is in sync.`,
      { retryAfterSeconds: 60 },
    )
  }

  /**
   * A head that stays lower than what is stored, on a chain that is the same up to there: blocks were reverted and no others
   * came. Those above it are reverted, as far as they are not final, unless the node has the newest of them after all.
   */
  const revertAbove = async (tip: BlockLink, head: Head): Promise<Step | undefined> => {
    if (!isLowerForGood(tip, head)) return undefined
    const final = await index.finalized()
    if (!allowReset && final !== undefined && head.latest < Math.min(final, tip.number)) return undefined
    if ((await reader.blocks(tip.number, tip.number, signal)).length > 0) return undefined
    prefetch.clear()
    const to = (await index.linkAt(head.latest)) ? head.latest : undefined
    if (to === undefined && !allowReset) return undefined
    await index.rewind(to)
    return { kind: 'rewound', from: tip.number, to, head }
  }

  const rest = (tip: BlockLink | undefined, head: Head): Step =>
    tip && tip.number >= end && head.finalized >= end
      ? { kind: 'finished', tip: tip.number, head }
      : { kind: 'waiting', tip: tip?.number, head }

  const step = async (): Promise<Step> => {
    const tip = await index.tip()
    const head = await readHead(tip ? tip.number + 1 : 0)
    const next = tip ? tip.number + 1 : firstBlock(start, head)
    const last = Math.min(end, head.latest)
    if (tip && (!isTipChecked || next > last)) {
      const found = await compareAt(Math.min(tip.number, head.latest), head)
      if (found === 'forked') return await rewind(tip, head)
      isTipChecked ||= found === 'same'
      const reverted = await revertAbove(tip, head)
      if (reverted) return reverted
    }
    if (next > last) return rest(tip, head)

    const batch = await prefetch.take(next, last, head)
    const [first] = batch.blocks
    // The node that responded is behind the one that reported the head.
    if (!first) {
      prefetch.clear()
      return { kind: 'waiting', tip: tip?.number, head }
    }
    if (tip && !follows(tip, first)) return await rewind(tip, head)

    const blocks = linkedBlocks(batch.blocks)
    const stored = first.number + blocks.length - 1
    const startedAt = clock.now()
    await index.append(blocks, batch.head)
    isTipChecked = true
    unlinkedTip = undefined
    size.learn(blocks, Math.max(batch.tookMs, clock.now() - startedAt))
    return { kind: 'appended', first: first.number, last: stored, head }
  }

  return {
    step: async () => {
      try {
        const done = await step()
        // Only while blocks keep coming is an older head good enough.
        if (done.kind !== 'appended') known = undefined
        return done
      } catch (error) {
        prefetch.clear()
        known = undefined
        size.shrink()
        throw error
      }
    },
  }
}

const notLinked = ({ number }: BlockLink): ServiceError =>
  new ServiceError(
    'upstream_failed',
    `The node's block ${number + 1} does not follow its own block ${number}, so the blocks after it cannot be indexed.`,
  )

const firstBlock = (start: number | 'latest', head: Head): number => {
  if (start === 'latest') return head.latest
  return start < 0 ? Math.max(0, head.latest + start) : start
}

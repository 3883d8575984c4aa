import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { RangeLeases } from '#lib/store/workers/range-leases.ts'
import { createBackfiller } from './backfiller.ts'
import { batchDefaults } from './batch-size.ts'
import type { BlockLink, ChainReader, RangeIndex } from './chain.ts'
import { runSteps } from './follow.ts'
import { type BlockRange, countBlocks, intersectRanges, subtractRanges } from './intervals.ts'

type SharedOptions = {
  signal: AbortSignal
  clock?: Clock
  onFailure: (error: unknown, retryInMs: number) => void
}

type LeadOptions = SharedOptions & {
  leases: RangeLeases
  /** Blocks that are final and not stored, as far as the last known head. */
  backlog(): Promise<BlockRange[]>
  /** Indexes alone until `signal` ends it, or everything is stored. */
  alone(signal: AbortSignal): Promise<void>
}

/** A backlog of fewer blocks is not shared. */
const sharedBlocksMin = 2_000
const lookEveryMs = 1_000

/**
 * Indexes a chain, of which nobody else follows the head. While there is a large backlog and there are other workers, it is offered to
 * all, and the head waits.
 */
export const leadBackfill = async ({
  leases,
  backlog,
  alone,
  signal,
  clock = systemClock,
  onFailure,
}: LeadOptions): Promise<void> => {
  const toShare = async (): Promise<BlockRange[]> => {
    if (await leases.isAlone()) return []
    const left = await backlog()
    return countBlocks(left) >= sharedBlocksMin ? left : []
  }

  /** Ends the other work as soon as there is something to share. */
  const watch = async (over: AbortController): Promise<void> => {
    while (!over.signal.aborted && !signal.aborted) {
      await clock.wait(lookEveryMs, AbortSignal.any([signal, over.signal]))
      const left = await toShare().catch(() => [])
      if (left.length > 0) over.abort()
    }
  }

  const share = async (): Promise<void> => {
    for (;;) {
      const left = await toShare()
      if (left.length === 0 || signal.aborted) break
      await leases.open(left)
      await clock.wait(lookEveryMs, signal)
    }
    await endSharing()
  }
  const endSharing = async (): Promise<void> => {
    await leases.close()
    while (!signal.aborted && (await leases.areTaken())) await clock.wait(lookEveryMs / 4, signal)
  }

  const round = async (): Promise<boolean> => {
    // A leader before this one may have offered something.
    await endSharing()
    if (signal.aborted) return true
    const over = new AbortController()
    const watching = watch(over)
    let isShared = false
    try {
      await alone(AbortSignal.any([signal, over.signal]))
      isShared = over.signal.aborted && !signal.aborted
    } finally {
      over.abort()
      await watching
    }
    if (isShared) await share()
    return !isShared
  }

  await runSteps(async () => ({ kind: (await round()) ? 'finished' : 'shared' }), {
    signal,
    clock,
    pollMs: 0,
    onFailure,
  })
}

type JoinOptions<Block extends BlockLink> = SharedOptions & {
  leases: RangeLeases
  /** For one leased range. */
  open(): Promise<{ reader: ChainReader<Block>; index: RangeIndex<Block>; close(): Promise<void> }>
  covered(): Promise<BlockRange[]>
  pollMs: number
  onStored?: () => void
}

/** About how long a worker holds a range. */
const heldMs = 15_000
const firstBlocks = 1_000
const blocksMax = 20_000

/** Stores its part of a backlog whenever there is one, until `signal` ends it. */
export const joinBackfill = async <Block extends BlockLink>({
  leases,
  open,
  covered,
  signal,
  clock = systemClock,
  pollMs,
  onFailure,
  onStored,
}: JoinOptions<Block>): Promise<void> => {
  let blocks = firstBlocks
  let initialBlocks = batchDefaults.initialBlocks

  const fill = async (range: BlockRange): Promise<void> => {
    const { reader, index, close } = await open()
    try {
      const left = subtractRanges([range], await covered())
      let batch = initialBlocks
      const backfiller = createBackfiller(reader, index, left, { options: { clock, batch: { initialBlocks } }, signal })
      await runSteps(() => backfiller.step(), {
        signal,
        clock,
        pollMs,
        onFailure,
        onStep: (step) => {
          onStored?.()
          if (step.kind === 'stored') batch = Math.max(batch, step.last - step.first + 1)
        },
      })
      initialBlocks = batch
    } finally {
      await close()
    }
  }

  /** Whether it stored something. */
  const part = async (): Promise<boolean> => {
    const offered = await leases.offered()
    if (offered.length === 0) return false
    const range = await leases.take(subtractRanges(offered, await covered()), blocks)
    if (!range) return false
    const startedAt = clock.now()
    await fill(range)
    await leases.release()
    const perMs = countBlocks([range]) / Math.max(1, clock.now() - startedAt)
    blocks = Math.max(firstBlocks, Math.min(blocksMax, 2 * blocks, Math.floor(perMs * heldMs)))
    return true
  }

  let mayHold = false
  const step = async () => {
    // The database may have been away when it was to release something.
    if (mayHold) await leases.release()
    mayHold = true
    const hasStored = await part()
    mayHold = false
    return { kind: hasStored ? 'stored' : 'waiting' }
  }
  await runSteps(step, { signal, clock, pollMs, onFailure })
}

/** The part of `wanted` that is final and not stored. */
export const backlogOf = (
  wanted: readonly BlockRange[],
  covered: readonly BlockRange[],
  final: number | undefined,
): BlockRange[] =>
  final === undefined ? [] : subtractRanges(intersectRanges(wanted, [{ first: 0, last: final }]), covered)

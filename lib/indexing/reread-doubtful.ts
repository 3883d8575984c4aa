import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Attempts } from '#lib/store/attempts/attempts.ts'
import type { DoubtfulBlock } from './doubtful-blocks.ts'

/** The doubtful blocks of one chain. If a function throws, the block is retried later. */
export type DoubtfulSource = {
  due(nowSeconds: number, countMax: number): Promise<DoubtfulBlock[]>
  /** Fetches the block again and stores it; false if it is still inconsistent. */
  replace(block: DoubtfulBlock): Promise<boolean>
  postpone(number: number, nowSeconds: number): Promise<void>
}

export type RereadOptions = {
  onReplaced(block: DoubtfulBlock): void
  signal: AbortSignal
  clock?: Clock
  /** Blocks that crashed the worker are skipped while they are set aside there. */
  attempts?: Attempts
  /** Unix seconds. */
  now?: () => number
}

/** At most one block per second, so that rereading does not delay the head. */
const everyMs = 1_000

/**
 * Rereads blocks that were set aside or marked, with growing delays, until they are consistent and stored; ends with
 * `signal`.
 */
export const rereadBlocks = async (
  { due, replace, postpone }: DoubtfulSource,
  { onReplaced, signal, clock = systemClock, attempts, now = () => Math.floor(Date.now() / 1_000) }: RereadOptions,
): Promise<void> => {
  while (!signal.aborted) {
    const blocks = await due(now(), 1 + (attempts?.crashedCount ?? 0)).catch(() => [])
    const [block] = attempts ? attempts.select(blocks, keyOf, 1).run : blocks
    if (block) {
      await attempts?.start([keyOf(block)]).catch(() => {})
      if (await replace(block).catch(() => false)) onReplaced(block)
      else await postpone(block.number, now()).catch(() => {})
      await attempts?.finish([keyOf(block)])
    }
    await clock.wait(everyMs, signal)
  }
}

const keyOf = ({ number }: DoubtfulBlock): string => String(number)

import type { Clock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { isMethodRefused } from '#lib/evm/chain/rpc/traces/traces.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'

/** The blocks of a chain that could not be traced, and when each is traced again. */
export type FailedTraces = {
  /** Blocks that are not traced at the moment. */
  resting(): BlockRange[]
  /** `passing` if others may fail for the same reason, so that the next attempt should wait. */
  add(block: number, error: unknown): 'passing' | 'of this block'
  traced(block: number): void
  /** Called when every stored block is traced: a reorg may have removed the failed ones. */
  clear(): void
  /** Why blocks are missing, for the operator; null if none failed. */
  readonly sentence: string | null
}

const firstWaitMs = 1_000
const waitMsMax = 600_000
/** A node drops the oldest state first: after this many consecutive blocks without state, older ones have none either. */
const withoutStateMax = 8
/** More failures than these are not counted one by one. */
const blocksMax = 1_000

const waitMs = (failures: number): number => Math.min(firstWaitMs * 2 ** (failures - 1), waitMsMax)

export const createFailedTraces = (clock: Clock): FailedTraces => {
  const blocks = new Map<number, { failures: number; restsUntil: number; sentence: string }>()
  /** Blocks without state since the last block that had it. */
  let withoutState: number[] = []
  /** Blocks up to this one rest together. */
  let pruned: { last: number; failures: number; restsUntil: number } | undefined

  const noteMissingState = (block: number): void => {
    withoutState.push(block)
    if (withoutState.length < withoutStateMax) return
    // Blocks requested together fail together.
    const isCounted = pruned !== undefined && pruned.restsUntil > clock.now()
    const failures = (pruned?.failures ?? 0) + (isCounted ? 0 : 1)
    pruned = { last: Math.max(...withoutState), failures, restsUntil: clock.now() + waitMs(failures) }
  }

  return {
    resting: () => {
      const now = clock.now()
      const single = [...blocks].filter(([, { restsUntil }]) => restsUntil > now)
      return [
        ...(pruned && pruned.restsUntil > now ? [{ first: 0, last: pruned.last }] : []),
        ...single.map(([number]) => ({ first: number, last: number })),
      ]
    },
    add: (block, error) => {
      const isMissingState = isRefusal(error, 'missing_data')
      const isMethodMissing = !isMissingState && isMethodRefused(error)
      const failures = (blocks.get(block)?.failures ?? 0) + 1
      // If the method is missing, the block is not the cause: it is the first to be requested again.
      const restsUntil = isMethodMissing ? 0 : clock.now() + waitMs(failures)
      if (blocks.size < blocksMax || blocks.has(block))
        blocks.set(block, { failures, restsUntil, sentence: sentenceOf(block, error) })
      if (isMissingState) noteMissingState(block)
      return isMissingState ? 'of this block' : 'passing'
    },
    traced: (block) => {
      blocks.delete(block)
      withoutState = []
      if (pruned && block <= pruned.last) pruned = undefined
    },
    clear: () => {
      blocks.clear()
      withoutState = []
      pruned = undefined
    },
    get sentence() {
      const newest = Math.max(...blocks.keys())
      if (pruned && newest <= pruned.last)
        return `The node no longer has the state to trace block ${grouped(pruned.last)} and earlier ones; an archive node has it.`
      return blocks.get(newest)?.sentence ?? null
    },
  }
}

const grouped = (block: number): string => block.toLocaleString('en-US')

const sentenceOf = (block: number, error: unknown): string => {
  if (isRefusal(error, 'unsupported'))
    return 'The node serves neither debug_traceBlockByNumber nor trace_block, so that blocks cannot be traced.'
  if (isRefusal(error, 'missing_data')) return `The node does not have the state to trace block ${grouped(block)}.`
  return isServiceError(error) ? error.message : 'Tracing failed; the log of the worker has the cause.'
}

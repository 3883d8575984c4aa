import type { Clock } from '#lib/api/clock.ts'
import { isServiceError } from '#lib/api/errors.ts'
import { isRefusal } from '#lib/evm/node/node-refusal.ts'
import { isMethodRefused } from '#lib/evm/node/traces.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'

/** The blocks of a chain that could not be traced, and when each is traced again. */
export type FailedTraces = {
  /** Blocks that are not traced now. */
  resting(): BlockRange[]
  /** `lasting` if the node cannot trace this block and those below it, and need not be asked at once again. */
  add(block: number, error: unknown): 'may pass' | 'lasting'
  forget(block: number): void
  /** For when every stored block is traced: a reorg may have removed those that failed. */
  clear(): void
  /** Why blocks are missing, for the operator; null if none failed. */
  readonly sentence: string | null
}

const firstWaitMs = 1_000
const waitMsMax = 600_000
/** More failures than these are not counted one by one. */
const blocksMax = 1_000

export const createFailedTraces = (clock: Clock): FailedTraces => {
  const blocks = new Map<number, { failures: number; restsUntil: number; sentence: string }>()
  /** Blocks up to this one have no state: a node drops the oldest first, and may not have the newest yet. */
  let pruned: { last: number; failures: number; restsUntil: number } | undefined

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
      if (isRefusal(error, 'missing_data')) {
        const last = Math.max(block, pruned?.last ?? 0)
        // Blocks that were asked for together fail together.
        const isRepeated = pruned !== undefined && pruned.restsUntil > clock.now()
        const failures = (pruned?.failures ?? 0) + (isRepeated ? 0 : 1)
        pruned = { last, failures, restsUntil: clock.now() + waitMs(failures) }
        return 'lasting'
      }
      const failures = (blocks.get(block)?.failures ?? 0) + 1
      // The method is missing, not the block: the next look may be at any block.
      const restsUntil = isMethodRefused(error) ? 0 : clock.now() + waitMs(failures)
      if (blocks.size < blocksMax || blocks.has(block))
        blocks.set(block, { failures, restsUntil, sentence: sentenceOf(error) })
      return 'may pass'
    },
    forget: (block) => {
      blocks.delete(block)
      if (pruned && block <= pruned.last) pruned = undefined
    },
    clear: () => {
      blocks.clear()
      pruned = undefined
    },
    get sentence() {
      const newest = blocks.size > 0 ? blocks.get(Math.max(...blocks.keys())) : undefined
      if (newest) return newest.sentence
      return pruned
        ? `The node no longer has the state to trace block ${pruned.last} and earlier ones; an archive node has it.`
        : null
    },
  }
}

const waitMs = (failures: number): number => Math.min(firstWaitMs * 2 ** (failures - 1), waitMsMax)

const sentenceOf = (error: unknown): string => {
  if (isRefusal(error, 'unsupported'))
    return 'The node serves neither debug_traceBlockByNumber nor trace_block, so that blocks cannot be traced.'
  return isServiceError(error) ? error.message : 'Tracing failed; the log of the worker has the cause.'
}

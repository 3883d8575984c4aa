import type { CoveredRange, Indexed } from '#lib/api/coverage.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import { evmUnit } from './evm-unit.ts'

/** A chain's intervals and its row, read at one moment. */
export type ChainSnapshot = {
  intervals: readonly CoveredRange[]
  /** Stored blocks whose token rows may be missing. */
  undecoded: readonly CoveredRange[]
  latest: number | null
  finalized: number | null
  /** Unix seconds. */
  checkedAt: number | null
  error: string | null
}

/** After this long without a response from the node, the worker or the node has stopped. */
export const silenceMaxSeconds = 120

/** The coverage of a chain. The head is unknown if the worker no longer follows it: it may have grown. */
export const indexedEvmChain = (
  { source }: Pick<ServedChain, 'source'>,
  { intervals, undecoded, latest, checkedAt, error }: ChainSnapshot,
  nowSeconds: number,
): Indexed => {
  const isSilent = error !== null || (checkedAt !== null && nowSeconds - checkedAt > silenceMaxSeconds)
  const ranges = undecoded.length > 0 ? subtractRanges(intervals, undecoded) : mergeRanges(intervals)
  const head = latest === null ? null : Math.max(latest, ranges.at(-1)?.last ?? 0)
  return { unit: evmUnit, ranges, head: isSilent && source !== 'demo' ? null : head }
}

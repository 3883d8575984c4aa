import type { Hex } from '#lib/evm/chain/block.ts'
import { type BlockRange, intersectRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import type { CheckContext } from './check/check-context.ts'
import { checkHistory, type ProofLimits } from './check/check-history.ts'
import { unchecked } from './check/unchecked.ts'
import type { HistoryStates } from './history-state.ts'

type BackfillCheck = CheckContext & {
  address: Hex
  states: HistoryStates
  nowSeconds: () => number
  proofLimits: ProofLimits | undefined
}

/**
 * Checks the blocks that only the backfill has read. Returns whether a verdict is stored; if not, the check continues
 * later where it stopped.
 */
export const checkBackfill = async (
  { address, states, nowSeconds, proofLimits, ...context }: BackfillCheck,
  wanted: BlockRange,
  indexed: readonly BlockRange[],
  mayGoOn: () => Promise<boolean>,
): Promise<boolean> => {
  const history = await states.read(address)
  const ranges = subtractRanges(intersectRanges(history.intervals, [wanted]), indexed)
  const checkedTo = history.check_state === 'passed' ? (history.check_block ?? -1) : -1
  if (ranges.every(({ last }) => last <= checkedTo)) return true
  const end = await checkHistory(
    { ...context, address },
    { ranges, firstBlock: wanted.first, block: wanted.last },
    { step: history.check_step, place: history.check_place },
    (progress) => states.note(address, { ...unchecked, check_step: progress.step, check_place: progress.place }),
    mayGoOn,
    proofLimits,
  )
  if (end === 'more') return false
  const verdict = { check_block: wanted.last, checked_at: nowSeconds(), check_step: null, check_place: null }
  await states.note(
    address,
    end === 'passed'
      ? { ...verdict, check_state: 'passed', check_reason: null }
      : { ...verdict, check_state: 'failed', check_reason: end },
  )
  return true
}

import { logBlocksMax } from '#lib/evm/chain/rpc/reading/range-size.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { HistoryRow } from '#lib/evm/chain/tables/token-tables.ts'
import { type BlockRange, countBlocks, coversRange, intersectRanges, mergeRanges } from '#lib/indexing/intervals.ts'

/** The chain settings that decide which blocks its index reaches by itself. */
export type ReachOfChain = Pick<ServedChain, 'id' | 'ranges' | 'endBlock'>

/** The fully stored blocks of a chain, and the last known head. */
export type ChainCoverage = { intervals: readonly BlockRange[]; latest: number | null; finalized: number | null }

/** A contract's own history, in addition to fully stored blocks. */
export type HistoryState = HistoryRow & { intervals: readonly BlockRange[] }

export type HistoryCoverage = {
  /** The range to cover; null while the chain's head is unknown. An empty range (`last` before `first`) needs nothing. */
  wanted: BlockRange | null
  blocks: number
  covered: number
  /** Complete: every block is read, and what came from the contract's own backfill was verified against the chain. */
  isSynced: boolean
}

/** The minimum number of log queries to read this many blocks. */
export const logQueriesOf = (blocks: number): number => Math.ceil(blocks / logBlocksMax)

/** How far the head may move ahead before a backfill counts as out of date; a running backfill stops this close to it. */
export const nearBlocks = 64

/**
 * The progress of a contract's backfill: from its first block, or block 0 while unknown, up to the finalized head. If
 * the chain's own index does not reach the head (it is far behind, or only ranges are indexed), up to the block that
 * the backfill itself reached.
 */
export const historyCoverageOf = (
  chain: ReachOfChain,
  known: ChainCoverage,
  history: HistoryState | undefined,
): HistoryCoverage => {
  // A restarted devnet is shorter than the index of the previous one: its backfill is meaningless.
  const isOfOlderChain = isFollowed(chain) && isAbove(history?.target_block, known.latest)
  const target = isOfOlderChain ? undefined : history?.target_block
  const last = reachesHead(chain, known) ? endOf(chain, known) : (target ?? endOf(chain, known))
  if (last === null) return { wanted: null, blocks: 0, covered: 0, isSynced: false }
  const wanted = { first: (isOfOlderChain ? null : history?.first_block) ?? 0, last }
  const stored = mergeRanges([...known.intervals, ...(history?.intervals ?? [])])
  return {
    wanted,
    blocks: Math.max(0, wanted.last - wanted.first + 1),
    covered: countBlocks(intersectRanges([wanted], stored)),
    isSynced: isComplete(known, history, wanted),
  }
}

/**
 * Whether a contract is fully indexed in `wanted`. Nothing else decides this. Blocks indexed whole were proven one by
 * one; those of the contract's own backfill count from when its check passed, up to the block that was checked.
 */
const isComplete = (
  known: Pick<ChainCoverage, 'intervals'>,
  history: Pick<HistoryState, 'intervals' | 'check_state' | 'check_block'> | undefined,
  wanted: BlockRange,
): boolean => {
  const checkedTo = history?.check_state === 'passed' ? history.check_block : null
  const verified = checkedTo === null ? [] : intersectRanges(history?.intervals ?? [], [{ first: 0, last: checkedTo }])
  return coversRange(mergeRanges([...known.intervals, ...verified]), wanted)
}

/** Seconds after which a failed check is repeated: its cause lies in the contract or the nodes and rarely goes away. */
const failedCheckLastsSeconds = 24 * 3_600

/** Whether a history should be indexed, or checked, when it is requested. */
export const needsWork = (
  chain: ReachOfChain,
  known: ChainCoverage,
  history: HistoryState | undefined,
  nowSeconds: number,
): boolean => {
  const { isSynced, blocks, covered } = historyCoverageOf(chain, known, history)
  if (isSynced) return history !== undefined && isOutOfDate(chain, known, history, nowSeconds)
  if (history?.check_state !== 'failed' || covered < blocks) return true
  return nowSeconds - (history.checked_at ?? 0) > failedCheckLastsSeconds
}

/** Seconds after which a backfill is updated if nothing else reports newer blocks. */
const oldAfterSeconds = 600

/** Whether a complete history should be taken up again, because newer blocks are covered by nothing else. */
const isOutOfDate = (
  chain: ReachOfChain,
  known: ChainCoverage,
  { synced_at, target_block }: HistoryState,
  nowSeconds: number,
): boolean => {
  if (synced_at === null || target_block === null || reachesHead(chain, known)) return false
  if (chain.endBlock !== undefined && target_block >= chain.endBlock) return false
  if (known.finalized !== null && known.finalized - target_block > nearBlocks) return true
  return !isFollowed(chain) && nowSeconds - synced_at > oldAfterSeconds
}

const isFollowed = ({ ranges }: ReachOfChain): boolean => ranges === undefined

const endOf = ({ endBlock }: ReachOfChain, { finalized }: ChainCoverage): number | null =>
  finalized === null ? null : Math.min(finalized, endBlock ?? finalized)

const reachesHead = (chain: ReachOfChain, known: ChainCoverage): boolean => {
  const end = isFollowed(chain) ? endOf(chain, known) : null
  return end !== null && coversRange(known.intervals, { first: end, last: end })
}

const isAbove = (block: number | null | undefined, head: number | null): boolean =>
  typeof block === 'number' && head !== null && block > head

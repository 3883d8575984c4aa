import { type Coverage, coverageOf, type Indexed, type RequestedRange } from '#lib/api/coverage.ts'
import {
  type HistoryState,
  coverageOf as historyCoverage,
  nearBlocks,
  type ReachOfChain,
} from '#lib/evm/chain/backfill/coverage.ts'
import { intersectRanges, mergeRanges } from '#lib/indexing/intervals.ts'
import type { ChainSnapshot } from './indexed-chain.ts'

/** The history of each requested contract, or undefined. */
export type ContractQuestion = { histories: readonly (HistoryState | undefined)[]; blocks: RequestedRange }

/**
 * Decides the coverage of a response with events of these contracts only: each is complete through the chain's own
 * index, or through a backfill that reaches the finalized head.
 */
export const coverageOfContracts = (
  chain: ReachOfChain,
  snapshot: ChainSnapshot,
  indexed: Indexed,
  { histories, blocks }: ContractQuestion,
): Coverage => {
  const ofChain = coverageOf(indexed, blocks)
  if (ofChain.isComplete || histories.length === 0 || !blocks) return ofChain
  const each = histories.map((history) => mergeRanges([...indexed.ranges, ...(history?.intervals ?? [])]))
  const ranges = each.reduce((all, one) => intersectRanges(all, one))
  const isComplete = histories.every((history) => isWhole(chain, snapshot, indexed, history))
  return { ...coverageOf({ ...indexed, ranges }, blocks), isComplete }
}

/**
 * A followed chain with an unknown head may have grown past the history; a chain that only indexes ranges is read for
 * histories only.
 */
const isWhole = (
  chain: ReachOfChain,
  snapshot: ChainSnapshot,
  { head }: Indexed,
  history: HistoryState | undefined,
): boolean => {
  if (chain.ranges === undefined && head === null) return false
  const { isSynced, wanted } = historyCoverage(chain, snapshot, history)
  if (!isSynced || wanted === null || snapshot.finalized === null) return false
  return snapshot.finalized - wanted.last <= nearBlocks
}

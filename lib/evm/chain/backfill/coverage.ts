import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { backfillVersionMin } from '#lib/evm/chain/decode/decoder-version.ts'
import { logBlocksMax } from '#lib/evm/chain/rpc/reading/range-size.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
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

/** One query: the fully stored blocks of a chain, and its head. */
export const readChainCoverage = async (db: Kysely<EvmTables>, chain: number): Promise<ChainCoverage> => {
  const rows = await db
    .selectFrom('evm_chains')
    .leftJoin('evm_intervals', 'evm_intervals.chain', 'evm_chains.chain')
    .select(['head_latest', 'head_finalized', 'first_block', 'last_block'])
    .where('evm_chains.chain', '=', chain)
    .orderBy('first_block')
    .execute()
  return {
    intervals: rows.flatMap(rangeOf),
    latest: rows[0]?.head_latest ?? null,
    finalized: rows[0]?.head_finalized ?? null,
  }
}

/**
 * One query: the existing backfills of these contracts, by lower-case address. One that an older decoder read covers no blocks:
 * it is read again.
 */
export const readHistories = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly string[],
): Promise<Map<string, HistoryState>> => {
  if (!addresses.length) return new Map()
  const rows = await db
    .selectFrom('evm_histories as history')
    .leftJoin('evm_history_intervals as part', (join) =>
      join.onRef('part.chain', '=', 'history.chain').onRef('part.address', '=', 'history.address'),
    )
    .selectAll('history')
    .select(['part.first_block as part_first', 'part.last_block as part_last'])
    .where('history.chain', '=', chain)
    .where('history.address', 'in', addresses.map(toBytes))
    .orderBy('part.first_block')
    .execute()
  const found = new Map<string, HistoryRow & { intervals: BlockRange[] }>()
  for (const { part_first, part_last, ...row } of rows) {
    const address = toHex(row.address)
    const state = found.get(address) ?? { ...row, intervals: [] }
    if (!isOutdated(row)) state.intervals.push(...rangeOf({ first_block: part_first, last_block: part_last }))
    found.set(address, state)
  }
  return found
}

/** Whether an older version of the program read it, and left out rows that this one stores. */
export const isOutdated = ({ decoder_version }: Pick<HistoryRow, 'decoder_version'>): boolean =>
  decoder_version < backfillVersionMin

const rangeOf = ({ first_block: first, last_block: last }: Ends): BlockRange[] =>
  first === null || last === null ? [] : [{ first, last }]

type Ends = { first_block: number | null; last_block: number | null }

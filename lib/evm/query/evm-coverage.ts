import type { Kysely } from 'kysely'
import { type Coverage, type CoveredRange, coverageOf, type Indexed, type RequestedRange } from '#lib/api/coverage.ts'
import { recent } from '#lib/base/shared-calls.ts'
import {
  type HistoryState,
  historyCoverageOf as historyCoverage,
  nearBlocks,
  type ReachOfChain,
  readHistories,
} from '#lib/evm/chain/backfill/coverage.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readBodyIntervals, readFrameIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { intersectRanges, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'

/** The unit of positions in a chain. */
export const evmUnit = 'block'

/** A chain's intervals and its row, read at one moment. */
type ChainSnapshot = {
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
const indexedEvmChain = (
  { source }: Pick<ServedChain, 'source'>,
  { intervals, undecoded, latest, checkedAt, error }: ChainSnapshot,
  nowSeconds: number,
): Indexed => {
  const isSilent = error !== null || (checkedAt !== null && nowSeconds - checkedAt > silenceMaxSeconds)
  const ranges = undecoded.length > 0 ? subtractRanges(intervals, undecoded) : mergeRanges(intervals)
  const head = latest === null ? null : Math.max(latest, ranges.at(-1)?.last ?? 0)
  return { unit: evmUnit, ranges, head: isSilent && source !== 'demo' ? null : head }
}

/** The history of each requested contract, or undefined. */
type ContractQuestion = { histories: readonly (HistoryState | undefined)[]; blocks: RequestedRange }

/**
 * Decides the coverage of a response with events of these contracts only: each is complete through the chain's own
 * index, or through a backfill that reaches the finalized head.
 */
const coverageOfContracts = (
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

/** The coverage at the time of reading: rows read later reflect at least this. */
type CoverageThen = (blocks: RequestedRange) => Coverage

/**
 * Reads what is indexed of a chain, and of these contracts' own histories. Call it before reading the rows and bounds
 * of a response, so that ranges completed in between are not claimed.
 */
export type EvmCoverage = (chain: ServedChain, contracts?: readonly string[]) => Promise<CoverageThen>

type EvmCoverageOptions = {
  now: () => number
  /** How long a chain's coverage is cached; 0 reads it for every response. A reorg within it may still be claimed. */
  ageMaxMs: number
}

export const createEvmCoverage = ({ db }: Store<EvmTables>, { now, ageMaxMs }: EvmCoverageOptions): EvmCoverage => {
  const reads = new Map<number, () => Promise<ChainSnapshot>>()

  const snapshotOf = (id: number): Promise<ChainSnapshot> => {
    if (ageMaxMs === 0) return readSnapshot(db, id)
    const read = reads.get(id) ?? recent(() => readSnapshot(db, id), ageMaxMs)
    reads.set(id, read)
    return read()
  }

  return async (chain, contracts = []) => {
    const snapshot = await snapshotOf(chain.id)
    const indexed = indexedEvmChain(chain, snapshot, Math.floor(now() / 1_000))
    if (contracts.length === 0 || coverageOf(indexed, { first: 0 }).isComplete)
      return (blocks) => coverageOf(indexed, blocks)
    const found = await readHistories(db, chain.id, contracts)
    const histories = contracts.map((address) => found.get(address))
    return (blocks) => coverageOfContracts(chain, snapshot, indexed, { histories, blocks })
  }
}

const readSnapshot = async (db: Kysely<EvmTables>, chain: number): Promise<ChainSnapshot> => {
  const rows = await db
    .selectFrom('evm_chains as c')
    .leftJoin('evm_intervals as i', 'i.chain', 'c.chain')
    .leftJoin('evm_decodings as d', 'd.chain', 'c.chain')
    .select(['c.head_latest', 'c.head_finalized', 'c.checked_at', 'c.error', 'i.first_block', 'i.last_block'])
    .select(['d.version', 'd.first_block as decode_first', 'd.next_block as decode_next'])
    .where('c.chain', '=', chain)
    .orderBy('i.first_block')
    .execute()
  const [row] = rows
  return {
    intervals: rows.flatMap(({ first_block: first, last_block: last }) =>
      first === null || last === null ? [] : [{ first, last }],
    ),
    undecoded: row ? undecodedBlocks(row) : [],
    latest: row?.head_latest ?? null,
    finalized: row?.head_finalized ?? null,
    checkedAt: row?.checked_at ?? null,
    error: row?.error ?? null,
  }
}

type Decoding = { version: number | null; decode_first: number | null; decode_next: number | null }

/** Blocks whose token rows wait to be decoded again after an update of the program, newest first down to the first. */
const undecodedBlocks = ({ version, decode_first, decode_next }: Decoding): CoveredRange[] => {
  if (version === null || version >= decoderVersion) return []
  return [{ first: decode_first ?? 0, last: decode_next ?? Number.MAX_SAFE_INTEGER }]
}

type Index = { coverage: EvmCoverage; store: Store<EvmTables> }

const partCoverage =
  (readRanges: typeof readTraceIntervals) =>
  async ({ coverage, store }: Index, chain: ServedChain): Promise<(blocks: RequestedRange) => Coverage> => {
    const { asked } = (await coverage(chain))({ first: 0 })
    const ranges = await readRanges(store.db, chain.id)
    return (blocks) => coverageOf({ unit: 'block', ranges, head: asked.last }, blocks)
  }

/** The coverage of internal transfers, as `EvmCoverage`: of the blocks that were traced. */
export const traceCoverage = partCoverage(readTraceIntervals)

/** Of those of them whose frames are stored. */
export const frameCoverage = partCoverage(readFrameIntervals)

/** Of what bodies of blocks have besides transactions. */
export const bodyCoverage = partCoverage(readBodyIntervals)

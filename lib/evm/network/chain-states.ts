import type { Kysely } from 'kysely'
import { type Coverage, coverageSentence, coverageText } from '#lib/api/coverage.ts'
import type { Service } from '#lib/api/endpoint.ts'
import { settledReads } from '#lib/api/readable.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { hexNumber } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import { noPositions } from '#lib/evm/api/no-positions.ts'
import type { EvmChain } from '#lib/evm/api/own-chains.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import { listBlocksLeft } from '#lib/evm/chain/fanout/update-lists.ts'
import { decodingPercent, readDecoding } from '#lib/evm/chain/redecode/stored-decoding.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { countDoubtful } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import { readIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { type EvmChainStatus, readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { chainWaitMs, type EvmQueryContext } from '#lib/evm/query/context.ts'
import { silenceMaxSeconds, traceCoverage } from '#lib/evm/query/evm-coverage.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { type BlockRange, countBlocks, coversRange, subtractRanges } from '#lib/indexing/intervals.ts'
import { chainColour, chainLogo } from '#lib/logos/logos.ts'
import type { chainEndpoints, EvmChainState } from './contract.ts'

/** The picture and colour of a chain: the operator's own, or those that are known. */
export const looksOf = ({ id, icon = chainLogo(id), colour = chainColour(id) }: EvmChain) => ({
  ...(icon && { icon }),
  ...(colour && { colour }),
})

/** Blocks or seconds that a running index normally trails the head. */
const lagMax = { blocks: 2, seconds: 10 }

/** Every chain served from our own index, with its progress. */
export const chainStatesQuery =
  (context: EvmQueryContext): Service<typeof chainEndpoints>['evmChains'] =>
  async () => {
    const { served, now } = context
    const read = async (chain: ServedChain, own: EvmQueryContext): Promise<EvmChainState> => {
      const covered = (await own.coverage(chain))({ first: 0 })
      const { tracesError, ...state } = await chainState(own.store.db, chain, Math.floor(now() / 1_000))
      const internal = chain.keepsTraces && (await internalTransferFields(own, chain, tracesError))
      return { ...state, ...coverageFields(covered), ...(internal && { internal_transfers: internal }) }
    }
    using limit = timeLimit(chainWaitMs, 'The database of this chain did not answer in time.')
    const states = await settledReads(
      served.all.map((chain) => untilAborted(read(chain, context.of(chain)), limit.signal)),
    )
    return {
      result: served.all.flatMap((chain, index) => {
        const state = states[index]
        if (state?.status === 'fulfilled') return state.value
        return awayState(chain, state?.reason)
      }),
    }
  }

type Progress = {
  status: EvmChainStatus
  intervals: readonly BlockRange[]
  newest: { number: number; timestamp: number } | undefined
}

const coverageFields = (coverage: Coverage) => ({
  index_complete: coverage.isComplete,
  coverage: coverageText(coverage),
  coverage_note: coverage.ranges.length === 0 ? 'No blocks are indexed yet.' : (coverageSentence(coverage) ?? null),
})

/** The state of a chain whose database cannot be read, or not in time. */
const awayState = (chain: ServedChain, reason: unknown): EvmChainState => {
  if (!isServiceError(reason, 'not_available') && !isServiceError(reason, 'upstream_timeout')) throw reason
  return {
    ...chainFields(chain),
    status: 'STALLED',
    ...noPositions,
    error: reason.message,
  }
}

const chainFields = (chain: ServedChain) => ({
  chain: chain.name,
  title: chain.title,
  chain_id: hexNumber(chain.id),
  symbol: chain.symbol,
  decimals: chain.decimals,
  ...looksOf(chain),
  ...(chain.publicUrl && { public_node_url: chain.publicUrl }),
  source: chain.source,
})

/** How many of the stored blocks are traced. */
const internalTransferFields = async (context: EvmQueryContext, chain: ServedChain, error: string | undefined) => {
  const covered = (await traceCoverage(context, chain))({ first: 0 })
  const traced = await readTraceIntervals(context.store.db, chain.id)
  const stored = await readIntervals(context.store.db, chain.id)
  return {
    index_complete: covered.isComplete,
    coverage: coverageText(covered),
    coverage_note: covered.ranges.length === 0 ? 'No blocks are traced yet.' : (coverageSentence(covered) ?? null),
    blocks_left: countBlocks(subtractRanges(stored, traced)),
    error: error ?? null,
  }
}

const chainState = async (db: Kysely<EvmTables>, chain: ServedChain, nowSeconds: number) => {
  const status = await readChainStatus(db, chain.id)
  const intervals = await readIntervals(db, chain.id)
  const newest = await newestBlock(db, chain.id)
  const decoded = decodingPercent(await readDecoding(db, chain.id))
  const word = stateWord(chain, { status, intervals, newest }, nowSeconds)
  const setAside = await countDoubtful(db, chain.id, false)
  const unlisted = await listBlocksLeft(db, chain.id, intervals)
  const first = intervals.at(-1)?.first
  const { head, checkedAt, error, refusedNodes, notices, tracesError } = status
  return {
    ...chainFields(chain),
    status: decoded !== null && word === 'SYNCED' ? 'SYNCING' : word,
    first_block: first === undefined ? null : String(first),
    indexed_block: newest ? String(newest.number) : null,
    head_block: head ? String(head.latest) : null,
    finalized_block: head ? String(head.finalized) : null,
    indexed_block_timestamp: newest ? timestampText(newest.timestamp) : null,
    checked_at: checkedAt === undefined ? null : timestampText(checkedAt),
    lag_seconds: newest && checkedAt !== undefined ? Math.max(0, checkedAt - newest.timestamp) : null,
    decoding_percent: decoded,
    ...(setAside > 0 && { set_aside_blocks: setAside }),
    ...(refusedNodes.length > 0 && { refused_nodes: [...refusedNodes] }),
    ...(notices.length > 0 && { notices: [...notices] }),
    ...(unlisted > 0 && { list_blocks_left: unlisted }),
    error: error ?? null,
    tracesError,
  }
}

/** Whether the index is complete, in progress, or stopped. A complete index no longer needs a node. */
export const stateWord = (
  { source, ranges, endBlock }: Pick<ServedChain, 'source' | 'ranges' | 'endBlock'>,
  {
    status: { head, checkedAt, error },
    intervals,
    newest,
  }: Omit<Progress, 'status'> & { status: Pick<EvmChainStatus, 'head' | 'checkedAt' | 'error'> },
  nowSeconds: number,
): EvmChainState['status'] => {
  if (source === 'demo') return newest ? 'SYNCED' : 'SYNCING'
  if (ranges?.every((range) => coversRange(intervals, range))) return 'SYNCED'
  if (endBlock !== undefined && newest && newest.number >= endBlock) return 'SYNCED'
  if (error !== undefined) return 'STALLED'
  if (checkedAt !== undefined && nowSeconds - checkedAt > silenceMaxSeconds) return 'STALLED'
  if (ranges || !head || !newest || checkedAt === undefined) return 'SYNCING'
  const isNear = newest.number >= head.latest - lagMax.blocks || checkedAt - newest.timestamp <= lagMax.seconds
  return isNear ? 'SYNCED' : 'SYNCING'
}

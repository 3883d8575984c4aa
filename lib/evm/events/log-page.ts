import type { Output, Service } from '#lib/api/endpoint.ts'
import type { Hex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type BlockBounds, type BoundParameters, resolveBounds } from '#lib/evm/query/coverage/block-bounds.ts'
import { requestedBlocks } from '#lib/evm/query/coverage/requested-blocks.ts'
import { findDated } from '#lib/evm/query/dated-block.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { logEndpoints } from './contract.ts'
import { logSource } from './log-source.ts'
import { type LogSearch, searchLogs } from './search-logs.ts'

const searchMs = 8_000

type Wanted = Pick<LogSearch, 'address' | 'dataStart'> & {
  /** The endpoint, to which its cursors belong. */
  route: string
  topics: readonly (Hex | null)[]
}

type Asked = Pick<
  Parameters<Service<typeof logEndpoints>['evmLogs']>[0],
  'from_block' | 'to_block' | 'blocks' | 'limit' | 'cursor'
> &
  Pick<BoundParameters, 'from_date' | 'to_date'>

type LogPage = {
  shown: NodeLog[]
  /** What the explorer's lists say about it. */
  envelope: Pick<Output<(typeof logEndpoints)['evmLogs']>, 'cursor' | 'blocks' | 'searched'>
  /** From 1. */
  page: number
  limit: number
}

/** Without a node, only indexed blocks are searched. */
export const readSearchedBlocks = ({ node }: EvmQueryContext, asked: Asked['blocks']): 'all' | 'indexed' =>
  node.findLogs ? (asked ?? 'all') : 'indexed'

/** A page of logs, newest first, as far as a request may search. */
export const logPage = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { route, address, topics, dataStart }: Wanted,
  { limit: asked, ...input }: Asked,
  call: Parameters<Service<typeof logEndpoints>['evmLogs']>[1],
): Promise<LogPage> => {
  const blocks = readSearchedBlocks(context, input.blocks)
  const newest = (await stateBlockOf(context, chain, undefined)).number
  const { from_block, to_block, from_date, to_date } = input
  const bounds = { from_block, to_block, from_date, to_date }
  const filters = { chain: chain.id, address, topics: topics.join(), dataStart, ...bounds, blocks }
  const binding = { route, filters }
  const place = openCursor(context, input.cursor, binding)
  const { limit, page } = place ?? { limit: asked, page: 1 }
  const coverageThen = await context.coverage(chain)
  const resolved =
    blocks === 'indexed'
      ? await resolveBounds(context.store.db, chain.id, bounds)
      : await boundsOfChain(context, chain, bounds, call?.signal)
  if (blocks === 'indexed') call?.coveredBy?.(coverageThen(requestedBlocks(resolved, bounds)))
  const nothing = { shown: [], envelope: { cursor: null, blocks, searched: null }, page, limit }
  if (!resolved) return nothing
  const { lowest } = resolved
  const [block, logIndex] = place?.key ?? []
  const highest = typeof block === 'number' ? block : Math.min(newest, resolved.highest ?? newest)
  if (highest < lowest) return nothing
  const search = {
    address,
    topics: withoutEnd(topics),
    dataStart,
    lowest,
    highest,
    below: typeof logIndex === 'number' ? logIndex : undefined,
    rows: limit + 1,
  }
  using time = timeLimit(searchMs, 'The node did not search the events in time.')
  const signal = call?.signal ? AbortSignal.any([call.signal, time.signal]) : time.signal
  const source = await logSource(context, chain, search, blocks)
  const found = await searchLogs(search, source, signal)
  const { searchedFrom = highest } = found
  const keyOf = ({ blockNumber, logIndex: index }: NodeLog) => [blockNumber, index]
  const examinedTo = searchedFrom > lowest ? [searchedFrom - 1, null] : undefined
  const { shown, cursor } = shownPage(context, { rows: found.logs, limit, page, keyOf, examinedTo }, binding)
  const isCut = found.logs.length > shown.length
  const from = isCut ? (shown.at(-1)?.blockNumber ?? searchedFrom) : searchedFrom
  const searched = { from_block: String(from), to_block: String(highest) }
  return { shown, envelope: { cursor, blocks, searched }, page, limit }
}

/** The blocks of bounds whether they are indexed or not; undefined where no block is within. */
const boundsOfChain = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { from_block, to_block, from_date, to_date }: BoundParameters,
  signal: AbortSignal | undefined,
): Promise<BlockBounds | undefined> => {
  const lastUntil = async (date: string, seconds = 0) => {
    const wanted = Math.floor(Date.parse(date) / 1_000) - seconds
    const found = await findDated(context, chain, wanted, signal)
    // Block 0 is also what a date before the chain becomes.
    return found.timestamp > wanted ? -1 : found.number
  }
  const lowest = from_block ?? (from_date === undefined ? 0 : (await lastUntil(from_date, 1)) + 1)
  const highest = to_block ?? (to_date === undefined ? undefined : await lastUntil(to_date))
  return highest !== undefined && highest < lowest ? undefined : { lowest, highest }
}

/** A filter that ends with null would exclude logs with fewer topics on some nodes. */
const withoutEnd = (topics: readonly (Hex | null)[]): (Hex | null)[] =>
  topics.slice(0, topics.findLastIndex((topic) => topic !== null) + 1)

import type { CallContext, Output, Service } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { type AbiIndex, type AbiItem, abiIndex } from '#lib/evm/abi/abi-index.ts'
import { jsonOfValue } from '#lib/evm/abi/abi-type.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { type BlockBounds, type BoundParameters, requestedBlocks, resolveBounds } from '#lib/evm/query/block-bounds.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { findDated } from '#lib/evm/query/dated-block.ts'
import { needsNodeForBalances, stateBlockOf } from '#lib/evm/query/state-block.ts'
import { logRow } from '#lib/evm/trace/log-row.ts'
import type { logEndpoints } from './contract.ts'
import type { contractLogEndpoints } from './interface-contract.ts'
import { timesOfBlocks } from './log-records.ts'
import { type LogSearch, logSource, searchLogs } from './search-logs.ts'

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
  const position = openCursor(context, input.cursor, binding)
  const { limit, page } = position ?? { limit: asked, page: 1 }
  const coverageThen = await context.coverage(chain)
  const resolved =
    blocks === 'indexed'
      ? await resolveBounds(context.store.db, chain.id, bounds)
      : await boundsOfChain(context, chain, bounds, call?.signal)
  if (blocks === 'indexed') call?.coveredBy?.(coverageThen(requestedBlocks(resolved, bounds)))
  const nothing = { shown: [], envelope: { cursor: null, blocks, searched: null }, page, limit }
  if (!resolved) return nothing
  const { lowest } = resolved
  const [block, logIndex] = position?.key ?? []
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

type Listed = Pick<
  Parameters<Service<typeof contractLogEndpoints>['contractLogs']>[0],
  'address' | 'chain' | 'from_block' | 'to_block' | 'from_date' | 'to_date' | 'limit' | 'cursor'
>

/** Logs of a contract as they are. */
export const contractLogsQuery =
  (context: EvmQueryContext): Service<typeof contractLogEndpoints>['contractLogs'] =>
  async ({ block_number, topic0, topic1, topic2, topic3, ...input }, call) => {
    const topics = [topic0, topic1, topic2, topic3].map((topic) => (topic && isHex(topic) ? topic : null))
    const bounds = block_number === undefined ? {} : { from_block: block_number, to_block: block_number }
    const { logs, ...page } = await readLogs(context, 'contractLogs', topics, { input: { ...input, ...bounds }, call })
    return {
      ...page,
      result: logs.map(({ log, place }) => {
        const [first = null, second = null, third = null, fourth = null] = log.topics
        return { ...place, data: log.data, topic0: first, topic1: second, topic2: third, topic3: fourth }
      }),
    }
  }

/** Events of a contract, decoded by the ABI of the request. */
export const decodedEventsQuery =
  (context: EvmQueryContext): Service<typeof contractLogEndpoints>['contractEvents'] =>
  async ({ topic, abi, ...input }, call) => {
    const { chain } = input
    const index = abiIndex([{ ...abi, type: 'event' }])
    const event = index && declaredEvent(index, topic)
    if (!index || !event || !isHex(topic))
      throw badParameter(
        'abi',
        `declares another event than that of the topic: expected one whose signature has the hash ${topic}`,
      )
    const { logs, ...page } = await readLogs(context, 'contractEvents', [topic], { input, call })
    const { id } = context.served.resolve(chain)
    return { ...page, result: logs.map(({ log, place }) => ({ ...place, data: argumentsOf(id, log, index, event) })) }
  }

const declaredEvent = ({ events }: AbiIndex, topic: string): AbiItem | undefined =>
  [...events].find(([key]) => key.startsWith(topic))?.[1][0]

/** The arguments by name; those without one by their place. */
const argumentsOf = (chain: number, log: NodeLog, index: AbiIndex, { inputs }: AbiItem): Record<string, unknown> => {
  const decoded = decodeLog([index], logRow(chain, log))
  return Object.fromEntries(
    (decoded?.params ?? []).map(({ name, value }, place) => {
      const input = inputs[place]
      const isPlain = input === undefined || (input.isIndexed && input.type.kind !== 'bool')
      const json = isPlain ? value : jsonOfValue(input.type, value)
      return [name || String(place), input?.type.kind === 'address' ? value.toLowerCase() : json]
    }),
  )
}

type ReadLogs = Pick<Output<(typeof contractLogEndpoints)['contractLogs']>, 'page' | 'page_size' | 'cursor'> & {
  logs: { log: NodeLog; place: ReturnType<typeof placeOf> }[]
}

const readLogs = async (
  context: EvmQueryContext,
  route: string,
  topics: readonly (Hex | null)[],
  { input, call }: { input: Listed; call: CallContext | undefined },
): Promise<ReadLogs> => {
  const chain = context.served.resolve(input.chain)
  const { address } = input
  if (!isHex(address)) throw needsNodeForBalances(chain)
  const wanted = { route, address, topics }
  const { shown, envelope, page, limit } = await logPage(context, chain, wanted, { ...input, blocks: undefined }, call)
  const times = await timesOfBlocks(context, chain, shown, call?.signal)
  const logs = shown.map((log) => ({ log, place: placeOf(log, times.get(log.blockNumber)) }))
  return { page: page - 1, page_size: limit, cursor: envelope.cursor, logs }
}

const placeOf = (log: NodeLog, time: number | undefined) => ({
  transaction_hash: log.transactionHash,
  address: log.address,
  block_timestamp: time === undefined ? null : timestampText(time),
  block_number: String(log.blockNumber),
  block_hash: log.blockHash,
  transaction_index: log.transactionIndex,
  log_index: log.logIndex,
})

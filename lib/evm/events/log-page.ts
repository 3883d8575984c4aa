import type { Output, Service } from '#lib/api/endpoint.ts'
import type { Hex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/coverage/report-coverage.ts'
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
>

type LogPage = Pick<Output<(typeof logEndpoints)['evmLogs']>, 'cursor' | 'blocks' | 'searched'> & { shown: NodeLog[] }

/** Without a node, only indexed blocks are searched. */
export const readSearchedBlocks = ({ node }: EvmQueryContext, asked: Asked['blocks']): 'all' | 'indexed' =>
  node.findLogs ? (asked ?? 'all') : 'indexed'

/** A page of logs, newest first, as far as a request may search. */
export const logPage = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { route, address, topics, dataStart }: Wanted,
  { from_block, to_block, limit: asked, ...input }: Asked,
  call: Parameters<Service<typeof logEndpoints>['evmLogs']>[1],
): Promise<LogPage> => {
  const blocks = readSearchedBlocks(context, input.blocks)
  const newest = (await stateBlockOf(context, chain, undefined)).number
  const filters = { chain: chain.id, address, topics: topics.join(), dataStart, from_block, to_block, blocks }
  const binding = { route, filters }
  const place = openCursor(context, input.cursor, binding)
  const lowest = from_block ?? 0
  if (blocks === 'indexed')
    await reportCoverage(context.coverage, chain, call, { blocks: { first: lowest, last: to_block } })
  const { limit, page } = place ?? { limit: asked, page: 1 }
  const [block, logIndex] = place?.key ?? []
  const highest = typeof block === 'number' ? block : Math.min(newest, to_block ?? newest)
  if (highest < lowest) return { cursor: null, blocks, searched: null, shown: [] }
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
  return { cursor, blocks, searched: { from_block: String(from), to_block: String(highest) }, shown }
}

/** A filter that ends with null would exclude logs with fewer topics on some nodes. */
const withoutEnd = (topics: readonly (Hex | null)[]): (Hex | null)[] =>
  topics.slice(0, topics.findLastIndex((topic) => topic !== null) + 1)

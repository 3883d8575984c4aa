import type { Output, Service } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/api/errors.ts'
import { timeLimit } from '#lib/api/time-limit.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { reportCoverage } from '#lib/evm/coverage/report-coverage.ts'
import { type Hex, isHex } from '#lib/evm/node/block.ts'
import type { NodeLog } from '#lib/evm/node/parse.ts'
import { stateBlockOf } from '#lib/evm/queries/holdings/state-block.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import { argumentTopic, readEvent } from './event-filter.ts'
import { logRecords } from './log-records.ts'
import { logSource } from './log-source.ts'
import { searchLogs } from './search-logs.ts'

const searchMs = 8_000

type LogsInput = Parameters<Service<EvmExplorerApi>['evmLogs']>[0]

/** Events by contract and topics, newest first, as far as a request may search. */
export const logs =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmLogs'] =>
  async (input, call): Promise<Output<EvmExplorerApi['evmLogs']>> => {
    const { address, from_block, to_block, limit: asked } = input
    const chain = context.served.resolve(input.chain)
    const blocks = context.node.findLogs ? (input.blocks ?? 'all') : 'indexed'
    const newest = (await stateBlockOf(context, chain, undefined)).number
    const topics = await topicsOf(context, chain, input, newest)
    if (blocks === 'all' && address === undefined && topics.every((topic) => topic === null))
      throw badParameter('address', 'or an event or a topic is required, unless blocks is indexed')
    const filters = { chain: chain.id, address, topics: topics.join(), from_block, to_block, blocks }
    const binding = { route: 'evmLogs', filters }
    const place = openCursor(context, input.cursor, binding)
    const lowest = from_block ?? 0
    if (blocks === 'indexed')
      await reportCoverage(context.coverage, chain, call, { blocks: { first: lowest, last: to_block } })
    const { limit, page } = place ?? { limit: asked, page: 1 }
    const [block, logIndex] = place?.key ?? []
    const highest = typeof block === 'number' ? block : Math.min(newest, to_block ?? newest)
    if (highest < lowest) return { cursor: null, blocks, searched: null, result: [] }
    const search = {
      address: address !== undefined && isHex(address) ? address : undefined,
      topics: withoutEnd(topics),
      lowest,
      highest,
      below: typeof logIndex === 'number' ? logIndex : undefined,
      rows: limit + 1,
    }
    using time = timeLimit(searchMs)
    const signal = call?.signal ? AbortSignal.any([call.signal, time.signal]) : time.signal
    const source = await logSource(context, chain, search, blocks)
    const found = await searchLogs(search, source, signal).catch((error: unknown) => {
      call?.signal?.throwIfAborted()
      if (!time.signal.aborted) throw error
      throw new ServiceError('upstream_timeout', 'The node did not search the events in time.', { cause: error })
    })
    const { searchedFrom = highest } = found
    const keyOf = ({ blockNumber, logIndex: index }: NodeLog) => [blockNumber, index]
    const examinedTo = searchedFrom > lowest ? [searchedFrom - 1, null] : undefined
    const { shown, cursor } = shownPage(context, { rows: found.logs, limit, page, keyOf, examinedTo }, binding)
    const isCut = found.logs.length > limit
    const from = isCut ? (shown.at(-1)?.blockNumber ?? searchedFrom) : searchedFrom
    return {
      cursor,
      blocks,
      searched: { from_block: String(from), to_block: String(highest) },
      result: await logRecords(context, chain, shown, call?.signal),
    }
  }

/** The topics that a request asks for: those of its event and of its indexed arguments. */
const topicsOf = async (
  { abis }: EvmQueryContext,
  chain: ServedChain,
  { address, event, topic0, topic1, topic2, topic3 }: LogsInput,
  block: number,
): Promise<(Hex | null)[]> => {
  const texts = [topic1, topic2, topic3]
  const asked = event ?? topic0
  const needsAbi = address !== undefined && isHex(address) && asked !== undefined
  const contract = needsAbi ? { address, block } : undefined
  const known = contract && (await abis?.knownOf(chain, [contract]))?.(contract)
  const found = asked === undefined ? undefined : readEvent(asked, known ?? [])
  return [
    found?.topic ?? null,
    ...texts.map((text, index) =>
      text === undefined ? null : argumentTopic(`topic${index + 1}`, text.trim(), found?.indexed?.[index]),
    ),
  ]
}

/** A filter that ends with null would exclude logs with fewer topics on some nodes. */
const withoutEnd = (topics: readonly (Hex | null)[]): (Hex | null)[] =>
  topics.slice(0, topics.findLastIndex((topic) => topic !== null) + 1)

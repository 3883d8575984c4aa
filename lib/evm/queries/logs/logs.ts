import type { Service } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/api/errors.ts'
import { timeLimit } from '#lib/api/time-limit.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { type Hex, isHex } from '#lib/evm/node/block.ts'
import type { NodeLog } from '#lib/evm/node/parse.ts'
import { stateBlockOf } from '#lib/evm/queries/holdings/state-block.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'
import { parseDeclaration } from '#lib/evm/signatures/declaration.ts'
import { logRecords } from './log-records.ts'
import { searchLogs } from './search-logs.ts'

const searchMs = 8_000

/** Events by contract and topics, newest first, as far as a request may search. */
export const logs =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmLogs'] =>
  async ({ address, event, topic0, topic1, topic2, topic3, from_block, to_block, limit: asked, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { findLogs } = context.node
    if (!findLogs)
      throw new ServiceError(
        'not_available',
        `Events on ${chain.title} are searched on a node, and this server has none for it.`,
      )
    const first = event === undefined ? topic0 : eventTopic(event)
    const topics = [first, topic1, topic2, topic3].map((topic) => (topic !== undefined && isHex(topic) ? topic : null))
    if (address === undefined && topics.every((topic) => topic === null))
      throw badParameter('address', 'or an event or a topic is required')
    const filters = { chain: chain.id, address, topics: topics.join(), from_block, to_block }
    const binding = { route: 'evmLogs', filters }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: asked, page: 1 }
    const newest = (await stateBlockOf(context, chain, undefined)).number
    const [block, logIndex] = place?.key ?? []
    const highest = typeof block === 'number' ? block : Math.min(newest, to_block ?? newest)
    const lowest = from_block ?? 0
    if (highest < lowest) return { cursor: null, searched: null, result: [] }
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
    const found = await searchLogs(search, (query, limited) => findLogs(chain, query, limited), signal).catch(
      (error: unknown) => {
        call?.signal?.throwIfAborted()
        if (!time.signal.aborted) throw error
        throw new ServiceError('upstream_timeout', 'The node did not search the events in time.', { cause: error })
      },
    )
    const { searchedFrom = highest } = found
    const keyOf = ({ blockNumber, logIndex: index }: NodeLog) => [blockNumber, index]
    const examinedTo = searchedFrom > lowest ? [searchedFrom - 1, null] : undefined
    const { shown, cursor } = shownPage(context, { rows: found.logs, limit, page, keyOf, examinedTo }, binding)
    const isCut = found.logs.length > limit
    const from = isCut ? (shown.at(-1)?.blockNumber ?? searchedFrom) : searchedFrom
    return {
      cursor,
      searched: { from_block: String(from), to_block: String(highest) },
      result: await logRecords(context, chain, shown, call?.signal),
    }
  }

/** A filter that ends with null would exclude logs with fewer topics on some nodes. */
const withoutEnd = (topics: readonly (Hex | null)[]): (Hex | null)[] =>
  topics.slice(0, topics.findLastIndex((topic) => topic !== null) + 1)

/** @throws invalid_request for what is no signature */
const eventTopic = (signature: string): Hex => {
  const declaration = parseDeclaration(signature.replace(/^event /, '').replaceAll(', ', ','))
  const [key] = [...(abiIndex(declaration ? [{ type: 'event', ...declaration }] : [])?.events.keys() ?? [])]
  const topic = key?.split('/')[0]
  if (topic === undefined || !isHex(topic))
    throw badParameter('event', 'must be the signature of an event, such as Transfer(address,address,uint256)')
  return topic
}

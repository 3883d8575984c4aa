import type { CallContext, Output, Service } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { type AbiIndex, type AbiItem, abiIndex } from '#lib/evm/abi/abi-index.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import { jsonOfValue } from '#lib/evm/abi/json-values.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { needsNodeForBalances } from '#lib/evm/query/state-block.ts'
import { logRow } from '#lib/evm/trace/log-row.ts'
import type { contractLogEndpoints } from './interface-contract.ts'
import { logPage } from './log-page.ts'
import { timesOfBlocks } from './log-records.ts'

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

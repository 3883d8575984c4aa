import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import type { AbiIndex, AbiItem } from '#lib/evm/abi/abi-index.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import type { EvmContractEvent, logEndpoints } from './contract.ts'
import { logRecords } from './log-records.ts'
import { indexedLogs } from './search-logs.ts'

/** The newest events of a contract without an ABI that are looked at for their kinds. */
const newestMax = 200

/** The kinds of events of a contract, by name. */
export const contractEventsQuery =
  (context: EvmQueryContext): Service<typeof logEndpoints>['evmContractEvents'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call)
    const newest = await newestBlock(context.store.db, chain.id)
    if (!isHex(address) || !newest) return { address, result: [] }
    const at = { address, block: newest.number }
    const abis = (await context.abis?.knownOf(chain, [at], { call }))?.(at) ?? []
    const declared = declaredEvents(abis)
    const result = declared.length > 0 ? declared : await seenEvents(context, chain, at, call)
    return { address, result: result.sort((a, b) => sortKey(a).localeCompare(sortKey(b), 'en')) }
  }

/** Events without a name come last. */
const sortKey = ({ signature, topic0 }: EvmContractEvent): string => signature ?? `~${topic0}`

const declaredEvents = (abis: readonly AbiIndex[]): EvmContractEvent[] => {
  const found = new Map<string, EvmContractEvent>()
  for (const { events } of abis)
    for (const [key, [event]] of events) {
      const topic0 = key.split('/')[0] ?? ''
      if (!event || found.has(key)) continue
      const { signature, name } = event
      found.set(key, { topic0, signature, name, inputs: inputsOf(event), source: 'abi' })
    }
  return [...found.values()]
}

const inputsOf = ({ inputs }: AbiItem): EvmContractEvent['inputs'] =>
  inputs.map(({ name, typeText, isIndexed }) => ({ name, type: typeText, indexed: isIndexed }))

const seenEvents = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { address, block }: { address: Hex; block: number },
  call: CallContext | undefined,
): Promise<EvmContractEvent[]> => {
  const wanted = { address, topics: [], rows: newestMax }
  const { logs } = await indexedLogs(context.store.db, chain.id, wanted, { from: 0, to: block, below: undefined })
  const kinds = new Map(logs.flatMap((log) => (log.topics[0] ? [[`${log.topics[0]}/${log.topics.length}`, log]] : [])))
  const records = await logRecords(context, chain, [...kinds.values()], call)
  return records.flatMap(({ topic0, topic1, topic2, topic3, guessed_event }) => {
    if (topic0 === null || !isHex(topic0)) return []
    const indexed = [topic1, topic2, topic3].filter((topic) => topic !== null).length
    const known = context.signatures
      ?.eventsOf(topic0, indexed)
      .find((one) => one.signature === guessed_event?.signature)
    const { signature = null, label: name = null } = guessed_event ?? {}
    return [{ topic0, signature, name, inputs: known ? inputsOf(known) : [], source: 'guess' as const }]
  })
}

import type { CallContext, Output, Service } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/evm/chain/block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { logEndpoints } from './contract.ts'
import { argumentTopic, readEvent } from './event-filter.ts'
import { logPage, searchedBlocks } from './log-page.ts'
import { logRecords } from './log-records.ts'

type LogsInput = Parameters<Service<typeof logEndpoints>['evmLogs']>[0]

/** Events by contract and topics, newest first, as far as a request may search. */
export const logs =
  (context: EvmQueryContext): Service<typeof logEndpoints>['evmLogs'] =>
  async (input, call): Promise<Output<(typeof logEndpoints)['evmLogs']>> => {
    const { address } = input
    const chain = context.served.resolve(input.chain)
    const newest = (await stateBlockOf(context, chain, undefined)).number
    const topics = await topicsOf(context, chain, input, newest, call)
    const blocks = searchedBlocks(context, input.blocks)
    if (blocks === 'all' && address === undefined && topics.every((topic) => topic === null))
      throw badParameter('address', 'or an event or a topic is required, unless blocks is indexed')
    const search = { route: 'evmLogs', address: address !== undefined && isHex(address) ? address : undefined, topics }
    const { shown, ...page } = await logPage(context, chain, search, input, call)
    return { ...page, result: await logRecords(context, chain, shown, call) }
  }

/** The topics that a request asks for: those of its event and of its indexed arguments. */
const topicsOf = async (
  { abis }: EvmQueryContext,
  chain: ServedChain,
  { address, event, topic0, topic1, topic2, topic3 }: LogsInput,
  block: number,
  call: CallContext | undefined,
): Promise<(Hex | null)[]> => {
  const texts = [topic1, topic2, topic3]
  const asked = event ?? topic0
  const needsAbi = address !== undefined && isHex(address) && asked !== undefined
  const contract = needsAbi ? { address, block } : undefined
  const known = contract && (await abis?.knownOf(chain, [contract], { call }))?.(contract)
  const found = asked === undefined ? undefined : readEvent(asked, known ?? [])
  return [
    found?.topic ?? null,
    ...texts.map((text, index) =>
      text === undefined ? null : argumentTopic(`topic${index + 1}`, text.trim(), found?.indexed?.[index]),
    ),
  ]
}

import type { CallContext, Output, Service } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex, wordOf } from '#lib/base/hex.ts'
import { hashOf, hashOfText } from '#lib/base/keccak.ts'
import { type AbiIndex, type AbiParameter, abiIndex } from '#lib/evm/abi/abi-index.ts'
import { ArgumentFault, encodeCall } from '#lib/evm/abi/encode-arguments.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { parseDeclaration } from '#lib/evm/signatures/declaration.ts'
import type { logEndpoints } from './contract.ts'
import { logPage, readSearchedBlocks } from './log-page.ts'
import { logRecords } from './log-records.ts'

/** An event by its topic, with its indexed inputs where an ABI or the declaration has them. */
type EventFilter = { topic: Hex; indexed: readonly AbiParameter[] | undefined }

type KnownEvent = { topic: Hex; name: string; signature: string; indexed: readonly AbiParameter[] }

/**
 * The event of a text: its topic, its signature, or its name if one of these ABIs has one event of that name.
 * @throws invalid_request
 */
const readEvent = (text: string, abis: readonly AbiIndex[]): EventFilter => {
  const known = abis.flatMap(knownEvents)
  const event = text
    .trim()
    .replace(/^event /, '')
    .replaceAll(', ', ',')
  if (/^0x[0-9a-f]{64}$/i.test(event)) return ofTopic(event.toLowerCase(), known)
  const declaration = parseDeclaration(event)
  if (declaration) {
    const [declared] = knownEvents(abiIndex([{ type: 'event', ...declaration }]))
    if (!declared) throw notAnEvent()
    const found = ofTopic(declared.topic, known)
    return declared.indexed.length > 0 ? { ...found, indexed: declared.indexed } : found
  }
  const named = [...new Map(known.filter(({ name }) => name === event).map((one) => [one.topic, one])).values()]
  if (named.length > 1)
    throw badParameter('event', `is ambiguous: use one of ${named.map(({ signature }) => signature).join(', ')}`)
  if (!named[0]) throw notAnEvent()
  return named[0]
}

const notAnEvent = () =>
  badParameter(
    'event',
    'must be the signature of an event, such as Transfer(address,address,uint256), its topic, or its name if the ABI of the contract is known',
  )

const ofTopic = (topic: string, known: readonly KnownEvent[]): EventFilter => {
  if (!isHex(topic)) throw notAnEvent()
  return { topic, indexed: known.find((one) => one.topic === topic)?.indexed }
}

const knownEvents = (abi: AbiIndex | undefined): KnownEvent[] =>
  [...(abi?.events ?? [])].flatMap(([key, items]) => {
    const topic = key.split('/')[0] ?? ''
    return items.flatMap(({ name, signature, inputs }) =>
      isHex(topic) ? [{ topic, name, signature, indexed: inputs.filter(({ isIndexed }) => isIndexed) }] : [],
    )
  })

const numberMax = 2n ** 256n

/** The topic of an indexed argument as people write it, by its type where it is known. @throws invalid_request naming `name` */
const argumentTopic = (name: string, text: string, parameter: AbiParameter | undefined): Hex => {
  if (/^0x[0-9a-f]{64}$/i.test(text) && isHex(text.toLowerCase())) return `0x${text.slice(2).toLowerCase()}`
  return parameter ? typedTopic(name, text, parameter) : untypedTopic(name, text)
}

const typedTopic = (name: string, text: string, { type, typeText }: AbiParameter): Hex => {
  if (type.kind === 'string') return hashOfText(text)
  if (type.kind === 'bytes' && /^0x([0-9a-f]{2})*$/i.test(text)) return hashOf(text.slice(2))
  if (type.isDynamic || type.kind === 'list' || type.kind === 'tuple')
    throw badParameter(name, `must be the hash in the topic, 0x and 64 hex digits: the type is ${typeText}`)
  try {
    return encodeCall('0x', [{ name: '', type }], [text])
  } catch (error) {
    if (error instanceof ArgumentFault) throw badParameter(name, error.message)
    throw error
  }
}

/** Addresses and numbers are padded in front. */
const untypedTopic = (name: string, text: string): Hex => {
  if (text === 'true' || text === 'false') return word(text === 'true' ? 1n : 0n)
  const isNumber = /^(0x[0-9a-f]{1,63}|-?\d{1,78})$/i.test(text)
  const value = isNumber ? BigInt(text) : undefined
  if (value === undefined || value >= numberMax || value < -numberMax / 2n)
    throw badParameter(
      name,
      'must be an address, a number, true or false, or a whole topic of 0x and 64 hex digits; other values need the ABI of the contract',
    )
  return word(value)
}

const word = (value: bigint): Hex => `0x${wordOf(BigInt.asUintN(256, value))}`

type LogsInput = Parameters<Service<typeof logEndpoints>['evmLogs']>[0]

/** Events by contract and topics, newest first, as far as a request may search. */
export const logsQuery =
  (context: EvmQueryContext): Service<typeof logEndpoints>['evmLogs'] =>
  async (input, call): Promise<Output<(typeof logEndpoints)['evmLogs']>> => {
    const { address } = input
    const chain = context.served.resolve(input.chain)
    const newest = (await stateBlockOf(context, chain, undefined)).number
    const topics = await topicsOf(context, chain, input, { block: newest, call })
    const blocks = readSearchedBlocks(context, input.blocks)
    if (blocks === 'all' && address === undefined && topics.every((topic) => topic === null))
      throw badParameter('address', 'or an event or a topic is required, unless blocks is indexed')
    const search = { route: 'evmLogs', address: address !== undefined && isHex(address) ? address : undefined, topics }
    const { shown, envelope } = await logPage(context, chain, search, input, call)
    return { ...envelope, result: await logRecords(context, chain, shown, call) }
  }

/** The topics that a request asks for: those of its event and of its indexed arguments. */
const topicsOf = async (
  { abis }: EvmQueryContext,
  chain: ServedChain,
  { address, event, topic0, topic1, topic2, topic3 }: LogsInput,
  { block, call }: { block: number; call: CallContext | undefined },
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

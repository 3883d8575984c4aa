import { toHex } from '#lib/base/bytes.ts'
import type { DecodedEvent } from '#lib/evm/api/records/transactions.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { type AbiIndex, type AbiItem, type AbiParameter, eventKey } from './abi-index.ts'
import { readValues } from './read-values.ts'

type Log = Pick<LogRow, 'topic0' | 'topic1' | 'topic2' | 'topic3' | 'data'>

/**
 * A log by the first of these interfaces that it fits: by its first topic and its number of indexed inputs; anonymous
 * events, which fit anything of the right length, come last. Undefined if none fits; never throws.
 */
export const decodeLog = (abis: readonly AbiIndex[], log: Log): DecodedEvent | undefined => {
  const topics = [log.topic0, log.topic1, log.topic2, log.topic3].filter((topic) => topic !== null)
  const [topic0, ...indexed] = topics
  if (topic0) {
    const key = eventKey(toHex(topic0), indexed.length)
    for (const { events } of abis)
      for (const event of events.get(key) ?? []) {
        const decoded = decodeEvent(event, indexed, log.data, 'any_length')
        if (decoded) return decoded
      }
  }
  for (const { anonymousEvents } of abis)
    for (const event of anonymousEvents.get(topics.length) ?? []) {
      const decoded = decodeEvent(event, topics, log.data, 'exact_length')
      if (decoded) return decoded
    }
  return undefined
}

const decodeEvent = (
  { name, signature, inputs }: AbiItem,
  indexed: readonly Uint8Array[],
  data: Uint8Array,
  length: 'any_length' | 'exact_length',
): DecodedEvent | undefined => {
  const plain = inputs.filter(({ isIndexed }) => !isIndexed)
  const read = readValues(
    plain.map(({ type }) => type),
    data,
  )
  if (!read) return undefined
  if (length === 'exact_length' && data.length !== read.end && data.length !== read.paddedEnd) return undefined
  const plainValues = read.values.values()
  const topics = indexed.values()
  const params: DecodedEvent['params'] = []
  for (const input of inputs) {
    const value = input.isIndexed ? topicText(input, topics.next().value) : plainValues.next().value
    if (value === undefined) return undefined
    params.push({ name: input.name, value, type: input.typeText })
  }
  return { signature, label: name, type: 'event', params }
}

/** A value longer than one word is not in its topic: only its hash is. */
const topicText = ({ type }: AbiParameter, topic: Uint8Array | undefined): string | undefined => {
  if (!topic) return undefined
  if (type.isDynamic || type.kind === 'list' || type.kind === 'tuple') return toHex(topic)
  return readValues([type], topic)?.values[0]
}

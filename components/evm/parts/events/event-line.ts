import { nobody } from '#components/evm/parts/values/nobody.ts'
import { readingOf } from '#components/evm/parts/values/reading.ts'
import { abiValues } from '#lib/evm/api/format/abi-value.ts'
import { isStandardSignature } from '#lib/evm/api/format/standard-signatures.ts'
import type { EvmLogRecord } from '#lib/evm/events/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** `reading`: the amount or time that an integer is. */
type EventArgument = { name: string; type: string; value: string; reading?: string; label?: string }

export type EventLine = {
  key: string
  transactionHash: string
  logIndex: number
  blockNumber: string
  /** ISO 8601, UTC. */
  timestamp: string | null
  address: string
  addressLabel: string | null
  /** Null if only its topic is known. */
  name: string | null
  signature: string
  isGuessed: boolean
  arguments: EventArgument[]
  /** Arguments that are left out. */
  more: number
}

/** Lines of a row: the last one says how many arguments are left out. */
const linesMax = 4
const valueMax = 80

/** The row of a log: its first arguments, or its topics and data where they are not known. */
export const eventLine = (log: EvmLogRecord): EventLine => {
  const { decoded_event, guessed_event, topic0 } = log
  const event = decoded_event ?? guessed_event
  const all = event ? event.params : rawArguments(log)
  const shown = all.length > linesMax ? all.slice(0, linesMax - 1) : all
  const siblings = event ? abiValues(event.signature, event.params) : []
  const labels = new Map(log.argument_addresses.map(({ address, address_label }) => [address, address_label]))
  const known = { ...nobody, tokens: new Map(log.token ? [[log.address, log.token]] : []) }
  return {
    key: `${log.block_number}-${log.log_index}`,
    transactionHash: log.transaction_hash,
    logIndex: log.log_index,
    blockNumber: log.block_number,
    timestamp: log.block_timestamp,
    address: log.address,
    addressLabel: log.address_label,
    name: event ? cutText(event.label, valueMax) : null,
    signature: event ? cutText(event.signature, 200) : (topic0 ?? 'no topic'),
    isGuessed: !decoded_event && !isStandardSignature(event?.signature ?? ''),
    arguments: shown.map(({ name, type, value }, index) => {
      const sibling = siblings[index]
      const reading = sibling && readingOf(sibling, siblings, log.address, known)
      const label = type === 'address' ? labels.get(value.toLowerCase()) : undefined
      return {
        name: cutText(name, 40),
        type: cutText(type, 40),
        value: cutText(value, valueMax),
        ...(reading && { reading: reading.text }),
        ...(label && { label }),
      }
    }),
    more: all.length - shown.length,
  }
}

const rawArguments = ({ topic1, topic2, topic3, data }: EvmLogRecord): EventArgument[] => [
  ...[topic1, topic2, topic3].flatMap((value, index) =>
    value === null ? [] : [{ name: `topic ${index + 1}`, type: 'bytes32', value }],
  ),
  ...(data === '0x' ? [] : [{ name: 'data', type: 'bytes', value: data }]),
]

import { Hash } from '#components/chain/hash.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { nobody } from '#components/evm/parts/values/nobody.ts'
import { readingOf } from '#components/evm/parts/values/reading.ts'
import { blockTimeColumn } from '#components/kit/columns.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import { abiValues } from '#lib/evm/api/format/abi-value.ts'
import { isStandardSignature } from '#lib/evm/api/format/standard-signatures.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
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

type EventView = { chain: string }

const logPath = (chain: string, { transactionHash: hash, logIndex }: EventLine): string =>
  `${evmTabPaths.transactionLogs({ chain, hash })}?log=${logIndex}#log-${logIndex}`

const event: Column<EventLine, EventView> = {
  key: 'event',
  title: 'Event',
  width: 'minmax(0, 1fr)',
  cell: (line, { chain }) => (
    <>
      <Link
        href={logPath(chain, line)}
        title={line.signature}
        className="block truncate font-mono text-accent text-xs leading-6 hover:underline"
      >
        {line.name ?? <Hash value={line.signature} title={undefined} />}
      </Link>
      {line.name === null && (
        <span title="No known event has this topic" className="text-muted text-xs">
          unknown
        </span>
      )}
    </>
  ),
}

const contract: Column<EventLine, EventView> = {
  key: 'contract',
  title: 'Contract',
  width: 'minmax(0, 1fr)',
  cell: ({ address, addressLabel }, { chain }) => <Party chain={chain} address={address} label={addressLabel} />,
}

const eventArguments: Column<EventLine, EventView> = {
  key: 'arguments',
  title: 'Arguments',
  width: 'minmax(0, 3fr)',
  cell: (line, { chain }) => (
    <dl className="event-arguments">
      {line.arguments.map(({ name, type, value, reading, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: arguments are identified by their index, and names may repeat
        <div key={index}>
          <dt title={type}>{name || `#${index}`}</dt>
          <dd>
            {type === 'address' ? (
              <AddressLink chain={chain} address={value.toLowerCase()} label={label} />
            ) : (
              <span title={value} className="truncate font-mono">
                {reading ?? (value === '' ? 'empty' : value)}
              </span>
            )}
          </dd>
        </div>
      ))}
      {line.more > 0 && (
        <div>
          <dt>and</dt>
          <dd>{line.more} more</dd>
        </div>
      )}
    </dl>
  ),
}

const hash: Column<EventLine, EventView> = {
  key: 'hash',
  title: 'Transaction',
  width: '8.5rem',
  cell: (line, { chain }) => (
    <Link href={evmTabPaths.transactionLogs({ chain, hash: line.transactionHash })} className="block">
      <Hash value={line.transactionHash} title={undefined} />
    </Link>
  ),
}

const shared = {
  label: 'Events',
  noun: 'events',
  row: eventLine,
  keyOf: ({ key }: EventLine) => key,
  repeats: 'latest',
  blockOf: ({ blockNumber }: EventLine) => blockNumber,
  phoneWidths: 'minmax(0, 1fr) auto',
} as const

/** Events of one contract. */
export const contractEventList = defineList({
  ...shared,
  columns: [event, eventArguments, hash, blockTimeColumn()],
  phone: ['event age', 'arguments arguments', 'hash hash'],
  heights: { wide: 60, phone: 174 },
})

/** Events of any contract. */
export const eventList = defineList({
  ...shared,
  columns: [event, contract, eventArguments, hash, blockTimeColumn()],
  phone: ['event age', 'contract contract', 'arguments arguments', 'hash hash'],
  heights: { wide: 60, phone: 198 },
})

import { Hash } from '#components/chain/hash.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { blockTimeColumn } from '#components/kit/columns.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { type EventLine, eventLine } from './event-line.ts'

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

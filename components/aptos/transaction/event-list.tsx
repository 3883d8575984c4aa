import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { MoveTypeName } from '#components/aptos/parts/move-type-name.tsx'
import { CollectionLink, TokenLink } from '#components/aptos/parts/token-link.tsx'
import { fieldsOf, jsonListOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import { Hash } from '#components/chain/hash.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'
import { assetObjects, type EventAsset, eventAssets } from './event-assets.ts'
import { JsonBlock } from './json-block.tsx'

/** A part of a transaction that is too long for one page. */
type PartProps = {
  /** The state changes of the transaction; in them, objects that are digital assets are recognised. */
  changes: unknown
  network: AptosNetwork
  /** The first item to show, as in the URL. */
  from: unknown
  href: (from: number) => string
  call: Call
}

const eventsShown = 20

/** The events of a transaction, in their order. */
export const EventList = async ({ events, changes, network, from, href, call }: PartProps & { events: unknown }) => {
  const all = jsonListOf(events).map(fieldsOf)
  const part = listPart(all, from, eventsShown)
  const shown = part.items
  const objects = assetObjects(changes)
  const assets = await Promise.all(shown.map((event) => eventAssets(event, objects)))
  return (
    <Panel title={`Events (${groupedNumber(all.length)})`} aside={<SourceLink title="Events" call={call} />}>
      {all.length === 0 && <EmptyState title="This transaction has no events" />}
      <ol className="grid gap-px bg-line lg:grid-cols-2">
        {shown.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes
          <li key={index} className="min-w-0 bg-surface px-4 py-3 lg:last:odd:col-span-2">
            <h3 className="flex gap-2 text-sm">
              <span className="shrink-0 text-muted">{part.offset + index}</span>
              <MoveTypeName type={jsonTextOf(event.type) ?? 'unknown'} network={network} className="leading-5" />
            </h3>
            <Handle guid={fieldsOf(event.guid)} sequenceNumber={jsonTextOf(event.sequence_number)} network={network} />
            <Assets assets={assets[index] ?? []} network={network} />
            <JsonBlock value={event.data ?? null} className="mt-2" />
          </li>
        ))}
      </ol>
      <PartLinks part={part} noun="events" href={href} />
    </Panel>
  )
}

/** The pages of what the event is about. */
const Assets = ({ assets, network }: { assets: readonly EventAsset[]; network: AptosNetwork }) => {
  if (assets.length === 0) return null
  return (
    <ul className="mt-1 grid gap-0.5 text-sm">
      {assets.map(({ kind, id, name }) => (
        <li key={id} className="flex min-w-0 gap-2">
          <span className="shrink-0 text-muted capitalize">{kind}</span>
          {kind === 'token' ? (
            <TokenLink id={id} name={name} network={network} className="truncate" />
          ) : (
            <CollectionLink id={id} name={name} network={network} className="truncate" />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Module events have no handle: theirs is all zero. */
const Handle = ({
  guid,
  sequenceNumber,
  network,
}: {
  guid: Record<string, unknown>
  sequenceNumber: string | undefined
  network: AptosNetwork
}) => {
  const account = jsonTextOf(guid.account_address)
  if (account === undefined || /^0x0*$/.test(account)) return null
  return (
    <p className="mt-1 flex min-w-0 gap-2 text-muted text-xs">
      <AccountLink address={account} network={network} className="min-w-0" />
      <span className="shrink-0">
        handle {jsonTextOf(guid.creation_number) ?? '?'}, number {sequenceNumber ?? '?'}
      </span>
    </p>
  )
}

type StateChange = {
  /** The node's word, e.g. `write_resource`. */
  type: string
  /** The changed item: a resource's type, a module's name, a table's key. */
  subject: string
  /** The new state; undefined if something was deleted. */
  value: unknown
}

type ChangeGroup = { kind: 'account' | 'table'; place: string; changes: StateChange[] }

/** Changes by where they happened, an account or a table, in the order of their first one. */
export const groupChanges = (changes: unknown): ChangeGroup[] => {
  const groups = new Map<string, ChangeGroup>()
  for (const item of jsonListOf(changes)) {
    const change = fieldsOf(item)
    const handle = jsonTextOf(change.handle)
    const place = handle ?? jsonTextOf(change.address) ?? 'unknown'
    const group = groups.get(place) ?? { kind: handle === undefined ? 'account' : 'table', place, changes: [] }
    group.changes.push(stateChange(change))
    groups.set(place, group)
  }
  return [...groups.values()]
}

const stateChange = (change: Record<string, unknown>): StateChange => {
  const type = jsonTextOf(change.type) ?? 'unknown'
  const data = fieldsOf(change.data)
  if (type === 'write_resource') return { type, subject: jsonTextOf(data.type) ?? '', value: data.data }
  if (type === 'delete_resource') return { type, subject: jsonTextOf(change.resource) ?? '', value: undefined }
  if (type === 'write_module')
    return { type, subject: jsonTextOf(fieldsOf(data.abi).name) ?? '', value: data.abi ?? data }
  if (type === 'delete_module') return { type, subject: jsonTextOf(change.module) ?? '', value: undefined }
  if (type === 'write_table_item') return { type, subject: tableKey(change, data), value: data.value ?? change.value }
  if (type === 'delete_table_item') return { type, subject: tableKey(change, data), value: undefined }
  return { type, subject: '', value: change }
}

const tableKey = (change: Record<string, unknown>, data: Record<string, unknown>): string => {
  const key = data.key ?? change.key
  return jsonTextOf(key) ?? JSON.stringify(key) ?? ''
}

/** Changes of one place shown on the page. */
const changesShown = 8

/** Places on one page: a genesis or an upgrade has hundreds. */
const groupsShown = 15

/** The state changes of a transaction, by account and table. */
export const ChangeList = ({ changes, network, from, href, call }: PartProps) => {
  const groups = groupChanges(changes)
  const count = groups.reduce((sum, group) => sum + group.changes.length, 0)
  const part = listPart(groups, from, groupsShown)
  const shown = part.items
  return (
    <Panel
      title={`Changes (${groupedNumber(count)})`}
      aside={
        <>
          {groups.length > 0 && `in ${groupedNumber(groups.length)} ${groups.length === 1 ? 'place' : 'places'}`}
          <SourceLink title="Changes" call={call} />
        </>
      }
    >
      {groups.length === 0 && <EmptyState title="This transaction changed no state" />}
      <ul className="divide-y divide-line">
        {shown.map((group) => (
          <li key={group.place} className="px-4 py-3">
            <Place group={group} network={network} />
            <ul className="mt-2 space-y-1">
              {group.changes.slice(0, changesShown).map((change, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes
                <li key={index}>
                  <Change change={change} />
                </li>
              ))}
              {group.changes.length > changesShown && (
                <li className="pl-4 text-muted text-sm">
                  {groupedNumber(group.changes.length - changesShown)} more changes are in the raw transaction
                </li>
              )}
            </ul>
          </li>
        ))}
      </ul>
      <PartLinks part={part} noun="places" href={href} />
    </Panel>
  )
}

const Place = ({ group, network }: { group: ChangeGroup; network: AptosNetwork }) => (
  <h3 className="flex min-w-0 items-center gap-2 text-sm">
    <span className="shrink-0 text-muted">{group.kind === 'table' ? 'Table' : 'Account'}</span>
    {group.kind === 'account' && group.place !== 'unknown' ? (
      <AccountLink address={group.place} network={network} className="min-w-0" />
    ) : (
      <Hash value={group.place} className="min-w-0" />
    )}
  </h3>
)

const Change = ({ change }: { change: StateChange }) => {
  const title = (
    <>
      <Badge tone={change.type.startsWith('delete') ? 'bad' : 'neutral'}>{change.type.replaceAll('_', ' ')}</Badge>{' '}
      <span className="break-all font-mono text-xs">{change.subject}</span>
    </>
  )
  if (change.value === undefined) return <div className="pl-4">{title}</div>
  return (
    <details>
      <summary className="list-item list-inside rounded hover:bg-sunken/60">{title}</summary>
      <JsonBlock value={change.value} className="mt-1" />
    </details>
  )
}

import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { fieldsOf, jsonListOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import { Hash } from '#components/chain/hash.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { PartProps } from './part-props.ts'
import { JsonBlock } from './parts/json-block.tsx'

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

import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { MoveTypeName } from '#components/aptos/parts/move/move-type-name.tsx'
import { CollectionLink, TokenLink } from '#components/aptos/parts/token-link.tsx'
import { fieldsOf, jsonListOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { PartProps } from './part-props.ts'
import { assetObjects, type EventAsset, eventAssets } from './parts/event-assets.ts'
import { JsonBlock } from './parts/json-block.tsx'

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

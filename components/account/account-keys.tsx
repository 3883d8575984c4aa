'use client'
import { lazy, useState } from 'react'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { NotLoaded } from '#components/ui/loading/not-loaded.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { useAction } from '#components/ui/use-action.ts'
import type { AccountKey, KeyScope, NewAccountKey } from '#lib/account/contract/account.ts'
import { AccountFault } from './account-fault.tsx'
import { fromAccount } from './account-request.ts'
import { NewKeyForm } from './new-key-form.tsx'

/** The scopes of a key that lacks some; undefined for one that may use everything. */
const limitedTo = (granted: readonly string[], scopes: readonly KeyScope[]): string | undefined =>
  granted.length === scopes.length
    ? undefined
    : scopes.flatMap(({ name, title }) => (granted.includes(name) ? [title] : [])).join(', ')

const KeyUse = lazy(() => import('./key-use.tsx').then(({ KeyUse }) => ({ default: KeyUse })))

/** One key. Its usage is loaded when expanded. */
const KeyRow = ({
  record,
  scopes,
  onRevoked,
}: {
  record: AccountKey
  scopes: readonly KeyScope[]
  onRevoked: () => void
}) => {
  const { id, name, hint, perSecond, createdAt, expiresAt, lastUsedAt } = record
  const limits = limitedTo(record.scopes, scopes)
  const [isOpen, setIsOpen] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, error, run } = useAction()
  const revoke = () =>
    run(async () => {
      await fromAccount('/keys/revoke', 'POST').call({ id })
      onRevoked()
    })
  return (
    <li className="border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <div className="min-w-0 grow basis-64">
          <p className="wrap-anywhere font-medium">{name}</p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
            <code className="font-mono">{hint}…</code>
            <span>{perSecond} requests per second</span>
            {limits && <span>only {limits}</span>}
            <span>
              created <Timestamp iso={createdAt} />
            </span>
            <span>
              {lastUsedAt ? (
                <>
                  last used <Timestamp iso={lastUsedAt} />
                </>
              ) : (
                'never used'
              )}
            </span>
            {expiresAt && <Expiry expiresAt={expiresAt} />}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Use
          </Button>
          {!isConfirming && <Button onClick={() => setIsConfirming(true)}>Revoke</Button>}
        </div>
      </div>
      {isConfirming && (
        <div className="mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-bad/40 bg-bad/5 px-4 py-3 text-sm">
          <p className="min-w-0 grow basis-64">
            Revoke “{name}”? Programs that use it are refused on their next request.
          </p>
          <Button disabled={isBusy} onClick={revoke} className="border-bad text-bad hover:border-bad hover:text-bad">
            {isBusy ? 'Revoking…' : 'Revoke this key'}
          </Button>
          <Button disabled={isBusy} onClick={() => setIsConfirming(false)}>
            Keep it
          </Button>
        </div>
      )}
      <AccountFault error={error} />
      {isOpen && (
        <LazyBoundary fallback={<Skeleton className="mt-3 h-48" />} missing={<NotLoaded />}>
          <KeyUse id={id} />
        </LazyBoundary>
      )}
    </li>
  )
}

const Expiry = ({ expiresAt }: { expiresAt: string }) => {
  const [now] = useState(Date.now)
  if (Date.parse(expiresAt) <= now) return <Badge tone="warn">expired</Badge>
  return <span suppressHydrationWarning>expires {expiresAt.slice(0, 10)}</span>
}

/** A key that was just created: only its hash is stored, so it cannot be shown again. */
const NewKey = ({ made, onDone }: { made: NewAccountKey; onDone: () => void }) => (
  <div role="status" className="rounded-lg border border-good/40 bg-good/5 px-4 py-3 text-sm">
    <p className="font-medium">Key “{made.name}” created. Copy it now: it will not be shown again.</p>
    <p className="mt-2 flex items-center gap-1 rounded-lg border border-line bg-surface py-1.5 pr-2 pl-3">
      <code data-new-key className="min-w-0 grow select-all break-all font-mono text-xs leading-5">
        {made.key}
      </code>
      <CopyButton value={made.key} label="Copy key" />
    </p>
    <Button onClick={onDone} className="mt-3">
      I have copied it
    </Button>
  </div>
)

/** API keys: create, inspect, revoke. */
export const AccountKeys = ({
  initial,
  perSecondMax,
  scopes,
}: {
  initial: AccountKey[]
  perSecondMax: number
  scopes: readonly KeyScope[]
}) => {
  const [keys, setKeys] = useState(initial)
  const [made, setMade] = useState<NewAccountKey>()
  const add = (created: NewAccountKey) => {
    const { key: _, ...shown } = created
    setMade(created)
    setKeys((before) => [shown, ...before])
  }
  const remove = (id: string) => {
    setKeys((before) => before.filter((key) => key.id !== id))
    if (made?.id === id) setMade(undefined)
  }
  return (
    <Panel title="API keys" aside="Sent as the header X-API-Key">
      <div className="space-y-4 border-line border-b p-4">
        <NewKeyForm perSecondMax={perSecondMax} scopes={scopes} onMade={add} />
        {made && <NewKey made={made} onDone={() => setMade(undefined)} />}
      </div>
      {keys.length === 0 ? (
        <EmptyState title="No keys yet">
          Programs use the API with a key, which counts and limits their requests.
        </EmptyState>
      ) : (
        <ul aria-label="API keys">
          {keys.map((key) => (
            <KeyRow key={key.id} record={key} scopes={scopes} onRevoked={() => remove(key.id)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

'use client'

import { lazy, useState } from 'react'
import { AccountFault } from '#components/account/account-fault.tsx'
import { accountPost } from '#components/account/account-request.ts'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { NotLoaded } from '#components/ui/loading/not-loaded.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import { useAction } from '#components/ui/use-action.ts'
import type { AccountKey, KeyScope } from '#lib/account/contract/account.ts'
import { limitedTo } from './limited-to.ts'

const KeyUse = lazy(() => import('./key-use.tsx').then(({ KeyUse }) => ({ default: KeyUse })))

/** One key. Its usage is loaded when expanded. */
export const KeyRow = ({
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
      await accountPost('/keys/revoke', { id })
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

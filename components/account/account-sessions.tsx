'use client'

import { useState } from 'react'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useAction } from '#components/ui/use-action.ts'
import type { AccountSession, SignInChain } from '#lib/account/contract/account.ts'
import { AccountFault } from './account-fault.tsx'
import { fromAccount } from './account-request.ts'
import { networkTitle } from './network-title.ts'

/** Signed-in browsers; each can be signed out from here. */
export const AccountSessions = ({ initial, chains }: { initial: AccountSession[]; chains: readonly SignInChain[] }) => {
  const [sessions, setSessions] = useState(initial)
  return (
    <Panel title="Sessions" aside="Signed-in browsers">
      <ul aria-label="Sessions">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            network={networkTitle(session.network, chains)}
            onRevoked={() => setSessions((before) => before.filter(({ id }) => id !== session.id))}
          />
        ))}
      </ul>
    </Panel>
  )
}

const SessionRow = ({
  session,
  network,
  onRevoked,
}: {
  session: AccountSession
  network: string
  onRevoked: () => void
}) => {
  const { id, isCurrent, browser, ipNetwork, createdAt, lastSeenAt } = session
  const { isBusy, error, run } = useAction()
  const revoke = () =>
    run(async () => {
      await fromAccount('/sessions/revoke', 'POST').call({ id })
      onRevoked()
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3 text-sm last:border-b-0">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{browser ?? 'Unknown browser'}</span>
          {isCurrent && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
          {ipNetwork && <span className="wrap-anywhere font-mono">{ipNetwork}</span>}
          <span className="wrap-anywhere">{network}</span>
          <span>
            signed in <Timestamp iso={createdAt} />
          </span>
          {lastSeenAt && (
            <span>
              last active <Timestamp iso={lastSeenAt} />
            </span>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button disabled={isBusy} onClick={revoke} aria-label={`Sign out ${browser ?? 'unknown browser'}`}>
          {isBusy ? 'Signing out…' : 'Sign out'}
        </Button>
      )}
      <AccountFault error={error} />
    </li>
  )
}

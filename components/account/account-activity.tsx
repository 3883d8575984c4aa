'use client'

import { useState } from 'react'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AccountEvent, AccountEventKind } from '#lib/account/contract/account.ts'

const titles: Record<AccountEventKind, string> = {
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  signed_out_everywhere: 'Signed out everywhere',
  session_revoked: 'Signed out another browser',
  key_created: 'Created an API key',
  key_revoked: 'Revoked an API key',
  data_exported: 'Downloaded the account data',
}

const shownAtFirst = 10

/** The account's audit log, newest first. */
export const AccountActivity = ({ events }: { events: readonly AccountEvent[] }) => {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? events : events.slice(0, shownAtFirst)
  return (
    <Panel title="Activity" aside="The last 90 days">
      {events.length === 0 ? (
        <EmptyState title="No activity yet">Sign-ins and changes to API keys appear here.</EmptyState>
      ) : (
        <ol aria-label="Activity">
          {shown.map((event, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the log is never reordered while it is shown
              key={index}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-2.5 text-sm last:border-b-0"
            >
              <p className="wrap-anywhere min-w-0 grow basis-56">
                {titles[event.kind]}
                {event.subject && <span className="text-muted">: {event.subject}</span>}
              </p>
              <p className="flex flex-wrap gap-x-3 text-muted text-xs">
                {event.browser && <span>{event.browser}</span>}
                {event.ipNetwork && <span className="wrap-anywhere font-mono">{event.ipNetwork}</span>}
                <Timestamp iso={event.at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {shown.length < events.length && (
        <div className="border-line border-t p-3 text-center">
          <Button onClick={() => setIsWhole(true)}>Show all {events.length}</Button>
        </div>
      )}
    </Panel>
  )
}

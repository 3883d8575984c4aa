'use client'

import { useState } from 'react'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { AccountKey, KeyScope, NewAccountKey } from '#lib/account/contract/account.ts'
import { KeyRow } from './key-row.tsx'
import { NewKey } from './new-key.tsx'
import { NewKeyForm } from './new-key-form.tsx'

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

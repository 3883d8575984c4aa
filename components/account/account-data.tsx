'use client'

import { type FormEvent, useState } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { Panel } from '#components/ui/panel.tsx'
import { useAction } from '#components/ui/use-action.ts'
import { AccountFault } from './account-fault.tsx'
import { fromAccount } from './account-request.ts'

const confirmation = 'delete everything'

/** Download everything stored, or delete it. */
export const AccountData = ({ address }: { address: string }) => {
  const [typed, setTyped] = useState('')
  const { isBusy, error, run } = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await fromAccount('/delete', 'POST').call({ address })
      location.assign('/')
    })
  }
  return (
    <Panel title="Your data">
      <div className="space-y-4 p-4 text-sm">
        <p className="max-w-prose text-muted">
          We store the account’s address, its sessions and activity (browser and network, for 90 days), its keys (as
          hashes) and their hourly usage, labels and the watch list. Nothing else.
        </p>
        <a href="/api/session/export" download="spyglass-account.json" className={buttonClasses()}>
          Download as JSON
        </a>
        <details className="border-line border-t pt-4">
          <summary className="w-fit text-bad hover:underline">Delete everything …</summary>
          <form onSubmit={submit} className="mt-3 max-w-md space-y-3">
            <p>
              Keys stop working on their next request, every browser is signed out, and labels and the watch list are
              deleted. This cannot be undone.
            </p>
            <label className="block">
              <span className={fieldLabelClasses}>Type “{confirmation}” to confirm</span>
              <input
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                autoComplete="off"
                className={fieldClasses}
              />
            </label>
            <Button
              type="submit"
              disabled={isBusy || typed.trim().toLowerCase() !== confirmation}
              className="border-bad text-bad hover:border-bad hover:text-bad"
            >
              {isBusy ? 'Deleting…' : 'Delete everything'}
            </Button>
            <AccountFault error={error} />
          </form>
        </details>
      </div>
    </Panel>
  )
}

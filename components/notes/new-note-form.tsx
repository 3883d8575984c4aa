'use client'

import { type FormEvent, useRef } from 'react'
import { AccountFault } from '#components/account/account-fault.tsx'
import { fromAccount } from '#components/account/account-request.ts'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { useAction } from '#components/ui/use-action.ts'
import type { AccountNote } from '#lib/account/contract/account.ts'

/** `name` as the explorer's paths have it. */
export type NoteChain = { name: string; title: string }

const kinds = [
  { kind: 'wallet', title: 'Wallet' },
  { kind: 'collection', title: 'Collection' },
  { kind: 'token', title: 'Token' },
] as const
const labelMax = 64
const subjectMax = 200

export const NewNoteForm = ({
  chains,
  onSaved,
}: {
  chains: readonly NoteChain[]
  onSaved: (note: AccountNote) => void
}) => {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, error, run } = useAction()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const label = text('label') || null
    const isSaved = await run(async () => {
      const saved = await fromAccount('/notes', 'POST').call({
        kind: kinds.find(({ kind }) => kind === text('kind'))?.kind ?? 'wallet',
        chain: text('chain'),
        subject: text('subject'),
        label,
        // A note without a label is only useful for watching.
        isWatched: label === null || given.has('isWatched'),
      })
      onSaved({ ...saved, updatedAt: new Date().toISOString() })
    })
    if (isSaved) form.current?.reset()
  }
  return (
    <form ref={form} onSubmit={submit} className="space-y-3">
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[8rem_10rem_minmax(0,1.4fr)_minmax(0,1fr)_auto_auto]">
        <label>
          <span className={fieldLabelClasses}>Type</span>
          <select name="kind" className={fieldClasses}>
            {kinds.map(({ kind, title }) => (
              <option key={kind} value={kind}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className={fieldLabelClasses}>Chain</span>
          <select name="chain" className={fieldClasses}>
            {chains.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className={fieldLabelClasses}>Address, or address/token id</span>
          <input
            name="subject"
            required
            maxLength={subjectMax}
            autoComplete="off"
            spellCheck={false}
            placeholder="0x…"
            className={fieldClasses}
          />
        </label>
        <label>
          <span className={fieldLabelClasses}>Private label</span>
          <input name="label" maxLength={labelMax} autoComplete="off" className={fieldClasses} />
        </label>
        <label className="flex h-9 items-center gap-2 whitespace-nowrap text-sm">
          <input name="isWatched" type="checkbox" defaultChecked />
          Watch
        </label>
        <Button type="submit" look="primary" disabled={isBusy} className="h-9">
          {isBusy ? 'Adding…' : 'Add'}
        </Button>
      </div>
      <AccountFault error={error} />
    </form>
  )
}

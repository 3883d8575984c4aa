'use client'

import { type FormEvent, useState } from 'react'
import { AccountFault } from '#components/account/account-fault.tsx'
import { fromAccount } from '#components/account/account-request.ts'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { useAction } from '#components/ui/use-action.ts'
import type { AccountNote, AccountNoteSubject } from '#lib/account/contract/account.ts'

const labelMax = 64

export type Note = Pick<AccountNote, 'label' | 'isWatched'>

/** Label and watch of one subject. Saving neither removes the note. */
export const NoteForm = ({
  subject,
  note,
  onSaved,
  onCancel,
}: {
  subject: AccountNoteSubject
  note: Note
  onSaved: (note: Note) => void
  onCancel: () => void
}) => {
  const { isBusy, error, run } = useAction()
  const [label, setLabel] = useState(note.label ?? '')
  const [isWatched, setIsWatched] = useState(note.isWatched)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const saved = { label: label.trim() || null, isWatched }
    void run(async () => {
      await fromAccount('/notes', 'POST').call({ ...subject, ...saved })
      onSaved(saved)
    })
  }
  return (
    <form onSubmit={submit} className="max-w-xl space-y-2">
      <div className="flex flex-wrap items-end gap-3">
        <label className="min-w-0 grow basis-48">
          <span className={fieldLabelClasses}>Private label</span>
          <input
            value={label}
            maxLength={labelMax}
            onChange={({ target }) => setLabel(target.value)}
            autoComplete="off"
            placeholder="Only you see it"
            className={fieldClasses}
          />
        </label>
        <label className="flex h-9 items-center gap-2 text-sm">
          <input type="checkbox" checked={isWatched} onChange={({ target }) => setIsWatched(target.checked)} />
          On the watch list
        </label>
        <Button type="submit" look="primary" disabled={isBusy} className="h-9">
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onCancel} className="h-9">
          Cancel
        </Button>
      </div>
      <AccountFault error={error} />
    </form>
  )
}

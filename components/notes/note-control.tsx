'use client'

import { Eye, Tag } from 'lucide'
import { useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { AccountNoteSubject } from '#lib/account/contract/account.ts'
import { type Note, NoteForm } from './note-form.tsx'

/** The signed-in visitor's label of a wallet, token or collection on its page, and the control to change it. */
export const NoteControl = ({ subject, initial }: { subject: AccountNoteSubject; initial: Note }) => {
  const [note, setNote] = useState(initial)
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen)
    return (
      <div className="mb-4 rounded-xl border border-line bg-surface p-4">
        <NoteForm
          subject={subject}
          note={note}
          onSaved={(saved) => {
            setNote(saved)
            setIsOpen(false)
          }}
          onCancel={() => setIsOpen(false)}
        />
      </div>
    )
  const { label, isWatched } = note
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {label !== null && (
        <Badge tone="accent" title="Your private label" className="min-w-0">
          <Icon of={Tag} size={12} className="shrink-0" />
          <span className="sr-only">Your label: </span>
          <span className="truncate">{label}</span>
        </Badge>
      )}
      {isWatched && (
        <Badge tone="accent">
          <Icon of={Eye} size={12} />
          Watched
        </Badge>
      )}
      <Button look={label === null && !isWatched ? 'plain' : 'quiet'} onClick={() => setIsOpen(true)}>
        {label === null && !isWatched ? 'Label or watch' : 'Change'}
      </Button>
    </div>
  )
}

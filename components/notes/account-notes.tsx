'use client'

import { useState } from 'react'
import { AccountOffer } from '#components/labels/account-offer.tsx'
import { InBrowser } from '#components/ui/loading/in-browser.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { AccountNote, AccountNoteSubject } from '#lib/account/contract/account.ts'
import { NewNoteForm, type NoteChain } from './new-note-form.tsx'
import { NoteRow } from './note-row.tsx'

const keyOf = ({ kind, chain, subject }: AccountNoteSubject): string => `${kind} ${chain} ${subject}`

/** Private labels and the watch list, with a form to add more. */
export const AccountNotes = ({ initial, chains }: { initial: AccountNote[]; chains: readonly NoteChain[] }) => {
  const [notes, setNotes] = useState(initial)
  const put = (note: AccountNote) =>
    setNotes((before) => [note, ...before.filter((other) => keyOf(other) !== keyOf(note))])
  const remove = (key: string) => setNotes((before) => before.filter((note) => keyOf(note) !== key))
  return (
    <Panel title="Labels and watch list" aside="Only visible to you">
      <div className="border-line border-b p-4">
        <NewNoteForm chains={chains} onSaved={put} />
        <InBrowser>
          <AccountOffer onCopied={put} />
        </InBrowser>
      </div>
      {notes.length === 0 ? (
        <EmptyState title="No labels yet">
          Label or watch a wallet, a token or a collection here, or on its own page.
        </EmptyState>
      ) : (
        // Rows say their names themselves.
        <ul aria-label="Labels and watch list" data-own-labels>
          {notes.map((note) => (
            <NoteRow
              key={keyOf(note)}
              note={note}
              chainTitle={chains.find(({ name }) => name === note.chain)?.title ?? note.chain}
              onChanged={(label) => put({ ...note, ...label })}
              onRemoved={() => remove(keyOf(note))}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

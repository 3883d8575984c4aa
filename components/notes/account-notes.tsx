'use client'
import { Eye } from 'lucide'
import { useState } from 'react'
import { AccountFault } from '#components/account/account-fault.tsx'
import { fromAccount } from '#components/account/account-request.ts'
import { Hash } from '#components/chain/hash.tsx'
import { AccountOffer } from '#components/labels/account-offer.tsx'
import { labelPath } from '#components/labels/stored/label-path.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { InBrowser } from '#components/ui/loading/in-browser.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { useAction } from '#components/ui/use-action.ts'
import type { AccountNote, AccountNoteSubject } from '#lib/account/contract/account.ts'
import { NewNoteForm, type NoteChain } from './new-note-form.tsx'
import { type Note, NoteForm } from './note-form.tsx'

const kinds = { wallet: 'Wallet', collection: 'Collection', token: 'Token' } as const

/** One note, in the account's own list. */
const NoteRow = ({
  note,
  chainTitle,
  onChanged,
  onRemoved,
}: {
  note: AccountNote
  chainTitle: string
  onChanged: (note: Note) => void
  onRemoved: () => void
}) => {
  const { kind, chain, subject, label, isWatched } = note
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, error, run } = useAction()
  const remove = () =>
    run(async () => {
      await fromAccount('/notes/remove', 'POST').call({ kind, chain, subject })
      onRemoved()
    })
  const saved = (changed: Note) => {
    setIsOpen(false)
    if (changed.label === null && !changed.isWatched) onRemoved()
    else onChanged(changed)
  }
  return (
    <li className="border-line border-b px-4 py-3 text-sm last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p className="flex flex-wrap items-center gap-2">
            {label !== null && <span className="wrap-anywhere min-w-0 font-medium">{label}</span>}
            {isWatched && (
              <Badge tone="accent">
                <Icon of={Eye} size={12} />
                Watched
              </Badge>
            )}
            <span className="text-muted text-xs">
              {kinds[kind]} · {chainTitle}
            </span>
          </p>
          <p className="mt-0.5 flex min-w-0 items-center gap-1 text-xs">
            <Link href={labelPath(note)} className="min-w-0 text-accent hover:underline">
              <Hash value={subject} className="select-auto" />
            </Link>
            <CopyButton value={subject} label="Copy address" />
          </p>
        </div>
        {!isOpen && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setIsOpen(true)}>Change</Button>
            <Button disabled={isBusy} onClick={remove}>
              {isBusy ? 'Removing…' : 'Remove'}
            </Button>
          </div>
        )}
      </div>
      {isOpen && (
        <div className="mt-3">
          <NoteForm subject={{ kind, chain, subject }} note={note} onSaved={saved} onCancel={() => setIsOpen(false)} />
        </div>
      )}
      <AccountFault error={error} />
    </li>
  )
}

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

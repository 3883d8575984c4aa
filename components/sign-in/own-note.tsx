import { headers } from 'next/headers'
import { chainSegment } from '#lib/format/explorer-path.ts'
import type { AccountNoteSubject, SignedIn } from '#lib/sign-in/contract/account.ts'
import { LazyNoteControl } from './lazy-note-control.tsx'
import type { Note } from './note-form.tsx'

/** What of `systems().account` this asks. */
export type NoteReader = {
  signedIn(cookie: string | null): Promise<SignedIn | undefined>
  note(address: string, subject: AccountNoteSubject): Promise<Note | undefined>
}

/** What the visitor noted of this page's subject; nothing where nobody is signed in. */
export const OwnNote = async ({
  account,
  kind,
  chain,
  subject,
}: AccountNoteSubject & {
  account: NoteReader
}) => {
  const signedIn = await account.signedIn((await headers()).get('cookie'))
  if (signedIn === undefined) return null
  const about = { kind, chain: chainSegment(chain), subject }
  const note = await account.note(signedIn.address, about)
  return (
    <LazyNoteControl
      key={`${kind} ${chain} ${subject}`}
      subject={about}
      initial={{ label: note?.label ?? null, isWatched: note?.isWatched ?? false }}
    />
  )
}

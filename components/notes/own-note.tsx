import { headers } from 'next/headers'
import { server } from '#components/kit/server.ts'
import type { AccountNoteSubject } from '#lib/account/contract/account.ts'
import { pathSegment } from '#lib/api/page-path.ts'
import { LazyNoteControl } from './lazy-note-control.tsx'

/** The visitor's label of this page's subject; nothing if not signed in. */
export const OwnNote = async ({ kind, chain, subject }: AccountNoteSubject) => {
  const { account } = await server()
  const signedIn = await account.signedIn((await headers()).get('cookie'))
  if (signedIn === undefined) return null
  const about = { kind, chain: pathSegment(chain), subject }
  const note = await account.note(signedIn.address, about)
  return (
    <LazyNoteControl
      key={`${kind} ${chain} ${subject}`}
      subject={about}
      initial={{ label: note?.label ?? null, isWatched: note?.isWatched ?? false }}
    />
  )
}

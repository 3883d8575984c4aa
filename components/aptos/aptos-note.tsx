import { type NoteReader, OwnNote } from '#components/sign-in/own-note.tsx'
import type { AptosNetwork } from './aptos-path.ts'

/** What the visitor noted of an account, a collection or a token of this network. */
export const AptosNote = ({
  notes,
  network,
  kind,
  subject,
}: {
  notes: NoteReader
  network: AptosNetwork
  kind: 'wallet' | 'collection' | 'token'
  subject: string
}) => (
  <OwnNote account={notes} kind={kind} chain={network === 'testnet' ? 'aptos-testnet' : 'aptos'} subject={subject} />
)

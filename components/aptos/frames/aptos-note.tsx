import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { OwnNote } from '#components/notes/own-note.tsx'

/** The account's private label of an account, a collection or a token on this network. */
export const AptosNote = ({
  network,
  kind,
  subject,
}: {
  network: AptosNetwork
  kind: 'wallet' | 'collection' | 'token'
  subject: string
}) => <OwnNote kind={kind} chain={network === 'testnet' ? 'aptos-testnet' : 'aptos'} subject={subject} />

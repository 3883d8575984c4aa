import { OwnNote } from '#components/sign-in/own-note.tsx'
import type { AptosNetwork } from './aptos-path.ts'

/** What the visitor noted of an account, a collection or a token of this network. */
export const AptosNote = ({
  network,
  kind,
  subject,
}: {
  network: AptosNetwork
  kind: 'wallet' | 'collection' | 'token'
  subject: string
}) => <OwnNote kind={kind} chain={network === 'testnet' ? 'aptos-testnet' : 'aptos'} subject={subject} />

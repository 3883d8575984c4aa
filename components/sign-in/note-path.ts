import { explorerPath } from '#lib/format/explorer-path.ts'
import type { AccountNoteSubject } from '#lib/sign-in/contract/account.ts'

/** The page of what a note is about. */
export const notePath = ({ kind, chain, subject }: AccountNoteSubject): string => {
  if (chain === 'aptos') return aptosPath(kind, subject)
  if (chain === 'aptos-testnet') return `${aptosPath(kind, subject)}?network=testnet`
  if (kind === 'wallet') return explorerPath.address(chain, subject)
  const [address = subject, tokenId] = subject.split('/')
  return tokenId === undefined ? explorerPath.token(chain, address) : explorerPath.nft(chain, address, tokenId)
}

const aptosPath = (kind: AccountNoteSubject['kind'], subject: string): string => {
  if (kind === 'wallet') return explorerPath.aptosAccount(subject)
  return kind === 'collection' ? explorerPath.aptosCollection(subject) : explorerPath.aptosToken(subject)
}

import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import type { AccountNoteSubject } from '#lib/sign-in/contract/account.ts'

/** The page of what a note is about. */
export const notePath = ({ kind, chain, subject }: AccountNoteSubject): string => {
  if (chain === 'aptos') return aptosPath(kind, subject)
  if (chain === 'aptos-testnet') return `${aptosPath(kind, subject)}?network=testnet`
  if (kind === 'wallet') return evmPaths.wallet({ chain, address: subject })
  const [address = subject, tokenId] = subject.split('/')
  return tokenId === undefined ? evmPaths.token({ chain, address }) : evmPaths.nft({ chain, address, tokenId })
}

const aptosPath = (kind: AccountNoteSubject['kind'], subject: string): string => {
  if (kind === 'wallet') return aptosPaths.account({ address: subject })
  return kind === 'collection' ? aptosPaths.collection({ id: subject }) : aptosPaths.token({ id: subject })
}

import { explorerPath } from './explorer-path.ts'
import type { Candidate } from './recognise.ts'

/** An id as the interface writes it: without 0x. */
const idOf = (hex: string): string => hex.replace(/^0x/, '')

/** The page of a candidate; `chain` is where to look when the text did not say. */
export const candidatePath = (candidate: Candidate, chain: string): string => {
  const { kind, value } = candidate
  const on = ('chain' in candidate && candidate.chain) || chain
  if (kind === 'evm-address' || kind === 'evm-token') return explorerPath.address(on, value)
  if (kind === 'evm-nft') return explorerPath.nft(on, value, candidate.tokenId)
  if (kind === 'evm-transaction') return explorerPath.transaction(on, value)
  if (kind === 'evm-block') return explorerPath.block(on, value)
  if (kind === 'aptos-account') return explorerPath.aptosAccount(value)
  if (kind === 'aptos-transaction') return explorerPath.aptosTransaction(value)
  if (kind === 'aptos-creator') return explorerPath.aptosCreator(value)
  if (kind === 'aptos-collection') return explorerPath.aptosCollection(idOf(value))
  if (kind === 'aptos-token') return explorerPath.aptosToken(idOf(value))
  return explorerPath.aptosBlock(value)
}

const titles: Record<Candidate['kind'], string> = {
  'evm-address': 'Wallet or contract',
  'evm-token': 'Token contract',
  'evm-nft': 'NFT',
  'evm-transaction': 'Transaction',
  'evm-block': 'Block',
  'aptos-account': 'Aptos account',
  'aptos-transaction': 'Aptos transaction',
  'aptos-block': 'Aptos block',
  'aptos-collection': 'Aptos collection',
  'aptos-token': 'Aptos token',
  'aptos-creator': 'Aptos creator',
}

export const candidateTitle = ({ kind }: Candidate): string => titles[kind]

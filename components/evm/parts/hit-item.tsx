import type { EvmHit } from '#lib/evm/search/contract.ts'
import { counted } from '#lib/format/amount.ts'
import { evmHitPath } from './hit-path.ts'
import { TokenMark } from './token-mark.tsx'

const kinds: Record<EvmHit['type'], string> = {
  address: 'Address',
  transaction: 'Transaction',
  block: 'Block',
  token: 'Token',
  collection: 'NFT collection',
}

const isPlace = ({ type }: EvmHit): boolean => type === 'transaction' || type === 'block'

/** A search result as lists show it. */
export const evmHitItem = (hit: EvmHit) => {
  const { type, chain, value, name = value, holders, logo = null, possible_spam } = hit
  return {
    path: evmHitPath(hit),
    kind: kinds[type],
    name,
    chain,
    ...(holders !== undefined && { note: counted(holders, type === 'collection' ? 'owner' : 'holder') }),
    isSuspicious: possible_spam ?? false,
    ...(!isPlace(hit) && { picture: <TokenMark address={value} logo={logo} /> }),
  }
}

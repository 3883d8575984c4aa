import type { EvmHit } from '#lib/evm/search/contract.ts'
import { counted } from '#lib/format/amount.ts'
import { fromEvmExplorer } from './evm-queries.ts'
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

const itemOf = (hit: EvmHit) => {
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

/** Tokens, collections, labels, ENS names, addresses and hashes of all EVM chains. */
export const suggestEvm = async ({ text, waitMs, signal }: { text: string; waitMs?: number; signal: AbortSignal }) => {
  const { result, unanswered = [] } = await fromEvmExplorer('/evm/search').call(
    { q: text, wait_ms: waitMs },
    { signal },
  )
  return { items: result.map(itemOf), unanswered }
}

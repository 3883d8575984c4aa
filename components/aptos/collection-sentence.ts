import type { AptosCollection } from '#lib/aptos/contract/nft-explorer.ts'
import { counted } from '#lib/format/amount.ts'

const upTo = (count: number | null, word: string): string =>
  count === null ? `over 10,000 ${word}s` : counted(count, word)

/** What a collection is, for search results and previews of its link. */
export const collectionSentence = ({
  collection_name,
  token_count,
  owner_count,
}: Pick<AptosCollection, 'collection_name' | 'token_count' | 'owner_count'>): string =>
  `${collection_name.trim() || 'A collection'} on Aptos: ${upTo(token_count, 'token')} seen, ${upTo(owner_count, 'owner')}.`

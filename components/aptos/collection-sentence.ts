import type { AptosCollection } from '#lib/aptos/contract/nft-explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const counted = (count: number | string | null, word: string): string =>
  count === null ? `over 10,000 ${word}s` : `${groupedNumber(count)} ${word}${String(count) === '1' ? '' : 's'}`

/** What a collection is, for search results and previews of its link. */
export const collectionSentence = ({
  collection_name,
  token_count,
  owner_count,
}: Pick<AptosCollection, 'collection_name' | 'token_count' | 'owner_count'>): string =>
  `${collection_name.trim() || 'A collection'} on Aptos: ${counted(token_count, 'token')} seen, ${counted(owner_count, 'owner')}.`

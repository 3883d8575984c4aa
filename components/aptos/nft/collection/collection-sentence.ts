import type { AptosCollection } from '#lib/aptos/nft/contract.ts'
import { countedRows } from '#lib/format/amount.ts'

const upTo = (count: number | null, word: string, isPartial: boolean): string =>
  count === null ? `over 10,000 ${word}s` : countedRows(count, word, isPartial)

/** One-sentence summary of a collection, for search engines and link previews. */
export const collectionSentence = (
  {
    collection_name,
    token_count,
    owner_count,
  }: Pick<AptosCollection, 'collection_name' | 'token_count' | 'owner_count'>,
  isPartial: boolean,
): string =>
  `${collection_name.trim() || 'A collection'} on Aptos: ${upTo(token_count, 'token', isPartial)}, ${upTo(owner_count, 'owner', isPartial)}.`

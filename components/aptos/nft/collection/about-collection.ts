import { shortText } from '#components/kit/short-text.ts'
import type { AptosCollection } from '#lib/aptos/nft/contract.ts'
import { countedRows, groupedNumber } from '#lib/format/amount.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import type { Answer } from '#lib/pages/question.ts'

const upTo = (count: number | null, word: string, isPartial: boolean): string =>
  count === null ? `over 10,000 ${word}s` : countedRows(count, word, isPartial)

/** One-sentence summary of a collection, for search engines and link previews. */
const collectionSentence = (
  {
    collection_name,
    token_count,
    owner_count,
  }: Pick<AptosCollection, 'collection_name' | 'token_count' | 'owner_count'>,
  isPartial: boolean,
): string =>
  `${collection_name.trim() || 'A collection'} on Aptos: ${upTo(token_count, 'token', isPartial)}, ${upTo(owner_count, 'owner', isPartial)}.`

const countOf = (count: number | null): string => (count === null ? 'over 10,000' : groupedNumber(count))

/** Metadata of both pages of a collection. */
export const aboutCollection = async (
  { id, place }: { id: string; place: string },
  answers: { collection: Promise<Answer<AptosCollection>> },
): Promise<PageSummary> => {
  const { data: found, coverage } = await answers.collection
  const isPartial = coverage?.isComplete === false
  return {
    title: found?.collection_name.trim() || id,
    place,
    summary: found ? collectionSentence(found, isPartial) : `The Aptos collection ${shortText(id)}.`,
    facts: found
      ? [
          ['Creator', shortText(found.creator_address)],
          [isPartial ? 'Indexed tokens' : 'Tokens', countOf(found.token_count)],
          [isPartial ? 'Indexed owners' : 'Owners', countOf(found.owner_count)],
          [isPartial ? 'Indexed activities' : 'Activities', groupedNumber(found.activity_count)],
        ]
      : [],
  }
}

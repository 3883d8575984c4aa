import { shortText } from '#components/kit/short-text.ts'
import type { AptosCollection } from '#lib/aptos/nft/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import type { Answer } from '#lib/pages/question.ts'
import { collectionSentence } from './collection-sentence.ts'

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

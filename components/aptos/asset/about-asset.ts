import { shortText } from '#components/kit/short-text.ts'
import type { AptosAsset } from '#lib/aptos/asset/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import type { Answer } from '#lib/pages/question.ts'

/** The name of an asset for titles; its creator chose it. */
export const assetTitle = ({
  name,
  symbol,
  asset_type,
}: Pick<AptosAsset, 'name' | 'symbol' | 'asset_type'>): string => {
  const [trimmedName, trimmedSymbol] = [name?.trim() ?? '', symbol?.trim() ?? '']
  if (trimmedName && trimmedSymbol) return `${trimmedName} (${trimmedSymbol})`
  return trimmedName || trimmedSymbol || asset_type
}

/** Metadata of both pages of an asset. */
export const aboutAsset = async (
  { type, place }: { type: string; place: string },
  answers: { asset: Promise<Answer<AptosAsset>> },
): Promise<PageSummary> => {
  const { data: found, coverage } = await answers.asset
  const isPartial = coverage?.isComplete === false
  if (found === undefined) return { title: type, place, summary: `The Aptos asset ${shortText(type)}.` }
  return {
    title: assetTitle(found),
    place,
    summary: `${assetTitle(found)} on Aptos: holders, transfers and supply.`,
    facts: [
      ['Type', shortText(found.asset_type)],
      [
        isPartial ? 'Indexed holders' : 'Holders',
        found.holder_count === null ? 'over 10,000' : groupedNumber(found.holder_count),
      ],
      [isPartial ? 'Indexed activities' : 'Activities', groupedNumber(found.activity_count)],
    ],
  }
}

import { groupedNumber } from '#lib/format/amount.ts'
import type { PageList } from '#lib/pages/page-content.ts'
import type { GatheredPage, Gathering } from '#lib/pages/question.ts'
import { type CountedToken, countTokens } from './trait-counting.ts'
import { createTraitTable, type TraitTable } from './trait-table.ts'

/**
 * Traits of a collection as far as they were counted. Shares, from 0 to 1, are relative to `described`: tokens with
 * known metadata.
 */
export type CountedTraits = {
  counted: number
  /** Null if the source does not report it. */
  total: number | null
  described: number
  is_complete: boolean
  /** Why not all were counted. */
  stopped: string | null
  /** The source is still indexing the collection. */
  is_syncing: boolean
  traits: { trait_type: string; tokens: number; values: { value: string; count: number; share: number }[] }[]
}

/** A millionth. */
const shareDigits = 6

const traitsOf = (table: TraitTable): CountedTraits['traits'] =>
  table.traits().map(({ name, tokens, values }) => ({
    trait_type: name,
    tokens,
    values: [...values]
      .map(([value, number]) => {
        const count = table.tokensWith(number)
        return { value, count, share: Number((count / table.described()).toFixed(shareDigits)) }
      })
      .sort((a, b) => b.count - a.count),
  }))

/** Counts the tokens of an endpoint page by page, as the browser does. */
export const gatherTraits =
  <Token>(tokenOf: (token: Token) => CountedToken) =>
  (): Gathering<CountedTraits> => {
    const table = createTraitTable()
    let total: number | null = null
    let isSyncing = false
    return {
      take: (page) => {
        const {
          result,
          total: reportedTotal,
          status,
        } = page as GatheredPage & {
          result: readonly Token[]
          total?: number | null
          status?: string
        }
        countTokens(table, result.map(tokenOf))
        total ??= reportedTotal ?? null
        isSyncing = status === 'SYNCING'
      },
      answer: (stopped): CountedTraits => ({
        counted: table.count(),
        total,
        described: table.described(),
        is_complete: stopped === null && !isSyncing,
        stopped,
        is_syncing: isSyncing,
        traits: traitsOf(table),
      }),
    }
  }

/** A row for each value of each trait, including the base of its share, so that the table is self-contained. */
export const traitRows = (name: string, { traits, described, counted, total }: CountedTraits): PageList => ({
  name,
  titles: ['trait_type', 'value', 'count', 'share', 'described_tokens', 'counted_tokens', 'collection_tokens'],
  rows: traits.flatMap(({ trait_type, values }) =>
    values.map(({ value, count, share }) => [trait_type, value, count, share, described, counted, total]),
  ),
  cursor: null,
})

/** The part of the collection that the shares are based on, as a sentence. */
export const traitCoverage = ({ counted, total, described, stopped, is_syncing }: CountedTraits): string => {
  const whole = stopped === null ? 'all ' : ''
  const part = stopped !== null && total !== null ? ` of ${groupedNumber(total)}` : ''
  const parts = [
    `Counted ${whole}${groupedNumber(counted)}${part} tokens`,
    counted > described && `${groupedNumber(counted - described)} of them without metadata`,
    stopped !== null && `then stopped: ${stopped.replace(/\.$/, '')}`,
    is_syncing && 'the collection is still being indexed',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

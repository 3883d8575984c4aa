import type { Nft } from '#lib/evm/contract/records/nfts.ts'
import { matchingTokens, rarityOf, sortTokens } from './rarity.ts'
import { type CollectionPage, type ReadingState, readCollection } from './read-collection.ts'
import type { FromTraitWorker, TraitProgress, TraitQuestion, TraitSummary } from './trait-messages.ts'
import { createTraitTable, type TraitTable } from './trait-table.ts'

export type CountedToken = Pick<Nft, 'token_id' | 'normalized_metadata'>

export const countTokens = (table: TraitTable, tokens: readonly CountedToken[]): void => {
  for (const { token_id, normalized_metadata } of tokens)
    table.add(token_id, normalized_metadata ? (normalized_metadata.attributes ?? []) : null)
}

/** Values shown per trait; rarer ones are found by selection and through the tokens. */
const valuesShownMax = 100
const tokensShownMax = 5_000
/** More often than anyone can read. */
const progressEveryMs = 500

const summaryOf = (table: TraitTable): TraitSummary[] =>
  table.traits().map(({ name, tokens, values, range }) => ({
    name,
    tokens,
    valueCount: values.size,
    range: range && values.size > 1 ? range : undefined,
    values: [...values]
      .map(([text, value]) => ({ text, tokens: table.tokensWith(value) }))
      .sort((one, other) => other.tokens - one.tokens)
      .slice(0, valuesShownMax),
  }))

/** Counts one collection while reading it, and answers queries meanwhile. */
export const createTraitCounting = ({
  ask,
  post,
  wait,
  now,
}: {
  ask: (cursor: string | undefined) => Promise<CollectionPage<CountedToken>>
  post: (message: FromTraitWorker) => void
  wait: (ms: number) => Promise<void>
  now: () => number
}) => {
  const table = createTraitTable()
  let cursor: string | undefined
  let total: number | null = null
  let isSyncing = false
  let state: TraitProgress['state'] = 'paused'
  let message: string | undefined
  let reading: AbortController | undefined
  let reportedAt = Number.NEGATIVE_INFINITY

  const report = (next: ReadingState | { state: 'paused'; message?: string }) => {
    const isSame = next.state === state && next.message === message
    state = next.state
    message = next.message
    if (isSame && now() - reportedAt < progressEveryMs) return
    reportedAt = now()
    const counts = { counted: table.count(), total, described: table.described(), isSyncing }
    post({ type: 'progress', state, message, ...counts, traits: summaryOf(table) })
  }
  const take = (page: CollectionPage<CountedToken>, next: string | undefined) => {
    countTokens(table, page.result)
    total = page.total ?? total
    isSyncing = page.status === 'SYNCING'
    cursor = next
  }

  return {
    go: () => {
      if (reading || state === 'done') return
      const controller = new AbortController()
      reading = controller
      report({ state: 'counting' })
      void readCollection({ cursor, ask, take, report, wait, signal: controller.signal }).finally(() => {
        if (reading === controller) reading = undefined
      })
    },
    pause: () => {
      if (!reading) return
      reading.abort()
      reading = undefined
      report({ state: 'paused' })
    },
    answer: ({ number, chosen, sort }: { number: number } & TraitQuestion) => {
      const scores = rarityOf(table)
      const found = sortTokens(table, matchingTokens(table, chosen), sort, scores)
      const tokens = Array.from(found.subarray(0, tokensShownMax), (token) => {
        const bits = scores[token] ?? Number.NaN
        return { id: table.idOf(token), bits: Number.isNaN(bits) ? null : bits }
      })
      post({ type: 'found', number, counted: table.count(), matches: found.length, tokens })
    },
  }
}

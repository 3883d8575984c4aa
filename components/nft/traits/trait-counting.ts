import { matchingTokens, rarityOf, sortTokens } from './rarity.ts'
import { type CollectionPage, type ReadingState, readCollection } from './read-collection.ts'
import type { FromTraitWorker, TraitOrder, TraitProgress, TraitQuestion, TraitSummary } from './trait-messages.ts'
import { type Attribute, createTraitTable, type TraitTable } from './trait-table.ts'

/** A token of any family as it is counted. */
export type CountedToken = {
  id: string
  /** Null if its document is not known. */
  attributes: readonly Attribute[] | null
  /** Its document is being fetched. */
  isPending?: boolean
}

export const countTokens = (table: TraitTable, tokens: readonly CountedToken[]): void => {
  for (const { id, attributes } of tokens) table.add(id, attributes)
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
  order,
  post,
  wait,
  now,
}: {
  ask: (cursor: string | undefined) => Promise<CollectionPage<CountedToken>>
  order: TraitOrder
  post: (message: FromTraitWorker) => void
  wait: (ms: number) => Promise<void>
  now: () => number
}) => {
  const table = createTraitTable()
  let cursor: string | undefined
  let total: number | null = null
  let pending = 0
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
    const counts = { counted: table.count(), total, described: table.described(), pending, isSyncing }
    post({ type: 'progress', state, message, ...counts, traits: summaryOf(table) })
  }
  const take = (page: CollectionPage<CountedToken>, next: string | undefined) => {
    countTokens(table, page.result)
    total = page.total ?? total
    pending += page.result.filter(({ isPending }) => isPending).length
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
      const found = sortTokens(table, matchingTokens(table, chosen), sort, scores, order)
      const tokens = Array.from(found.subarray(0, tokensShownMax), (token) => {
        const bits = scores[token] ?? Number.NaN
        return { id: table.idOf(token), bits: Number.isNaN(bits) ? null : bits }
      })
      post({
        type: 'found',
        number,
        counted: table.count(),
        described: table.described(),
        matches: found.length,
        tokens,
      })
    },
  }
}

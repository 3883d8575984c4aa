import { type CollectionPage, type ReadingState, readCollection } from './read-collection.ts'
import type {
  ChosenTrait,
  FromTraitWorker,
  TraitOrder,
  TraitProgress,
  TraitQuestion,
  TraitSummary,
} from './trait-messages.ts'
import { type Attribute, createTraitTable, type TraitTable } from './trait-table.ts'

/** Information content of a share: a trait of half of the tokens is one bit, of a thousandth ten. */
const bitsOf = (part: number, whole: number): number => (part === 0 || whole === 0 ? 0 : -Math.log2(part / whole))

/**
 * The information content of every token in bits: the sum of -log2(share) over all traits of the collection, with a
 * missing trait as a value. NaN for tokens with unknown documents.
 */
export const rarityOf = (table: TraitTable): Float64Array => {
  const described = table.described()
  const traits = table.traits()
  const bitsOfLack = traits.map(({ tokens }) => bitsOf(described - tokens, described))
  const bitsOfAllLacks = bitsOfLack.reduce((sum, bits) => sum + bits, 0)
  const bits = Float64Array.from({ length: table.valueCount() }, (_, value) =>
    bitsOf(table.tokensWith(value), described),
  )
  const scores = new Float64Array(table.count())
  for (let token = 0; token < scores.length; token++) {
    if (!table.isDescribed(token)) {
      scores[token] = Number.NaN
      continue
    }
    let score = bitsOfAllLacks
    let last = -1
    const had = new Set<number>()
    for (const value of table.valuesOf(token)) {
      score += bits[value] ?? 0
      last = table.traitOfValue(value)
      if (had.has(last)) continue
      had.add(last)
      score -= bitsOfLack[last] ?? 0
    }
    scores[token] = score
  }
  return scores
}

/** Tokens with one of the selected values of every trait that has a selection. */
export const matchingTokens = (table: TraitTable, chosen: readonly ChosenTrait[]): Uint32Array => {
  const traits = table.traits()
  const wanted = Map.groupBy(chosen, ({ trait }) => trait)
  const groups = [...wanted].map(([name, choices]) => {
    const values = traits.find((trait) => trait.name === name)?.values
    return new Set(choices.flatMap(({ value }) => values?.get(value) ?? []))
  })
  const found = new Uint32Array(table.count())
  let count = 0
  for (let token = 0; token < found.length; token++) {
    const values = table.valuesOf(token)
    if (groups.every((group) => values.some((value) => group.has(value)))) found[count++] = token
  }
  return found.slice(0, count)
}

/** Ids are numbers of any size: the shorter is the smaller. */
const byId = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

/** In place: in `order`; or the rarest first, then those that are not ranked, and in `order` among equals. */
export const sortTokens = (
  table: TraitTable,
  tokens: Uint32Array,
  sort: 'rarity' | 'id',
  { scores, order = 'number' }: { scores: Float64Array; order?: TraitOrder },
): Uint32Array => {
  const idOrder = (one: number, other: number) =>
    order === 'listed' ? one - other : byId(table.idOf(one), table.idOf(other))
  if (sort === 'id') return tokens.sort(idOrder)
  const rank = (token: number) => (Number.isNaN(scores[token]) ? Number.NEGATIVE_INFINITY : (scores[token] ?? 0))
  return tokens.sort((one, other) => {
    const [mine, theirs] = [rank(one), rank(other)]
    return mine === theirs ? idOrder(one, other) : theirs - mine
  })
}

/** The place of a score, 1 for the highest; equal scores share one. */
const rankOf = (score: number, ascending: Float64Array): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) > score) high = middle
    else low = middle + 1
  }
  return ascending.length - low + 1
}

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

const rankedTokens = (table: TraitTable, tokens: Uint32Array, scores: Float64Array) => {
  const ascending = scores.filter((score) => !Number.isNaN(score)).sort()
  return Array.from(tokens, (token) => {
    const bits = scores[token] ?? Number.NaN
    const isRanked = !Number.isNaN(bits)
    return {
      id: table.idOf(token),
      bits: isRanked ? bits : null,
      rank: isRanked ? rankOf(bits, ascending) : null,
      ranked: ascending.length,
    }
  })
}

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
      const found = sortTokens(table, matchingTokens(table, chosen), sort, { scores, order })
      const tokens = rankedTokens(table, found.subarray(0, tokensShownMax), scores)
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

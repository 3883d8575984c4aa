import type { ChosenTrait, TraitOrder } from './trait-messages.ts'
import type { TraitTable } from './trait-table.ts'

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
  scores: Float64Array,
  order: TraitOrder = 'number',
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

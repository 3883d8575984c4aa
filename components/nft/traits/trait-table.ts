/** One attribute of a token's document. */
export type Attribute = { trait_type: string | null; value: string | number | boolean | null }

type Trait = {
  name: string
  /** Number of each value, by its text. */
  values: Map<string, number>
  /** Tokens that have this trait, whatever its value. */
  tokens: number
  /** The smallest and the largest value, as long as all values are numbers. */
  range: { min: number; max: number } | undefined
}

/** Further values are counted together: a trait that numbers the tokens would store each of them as text. */
const valuesMax = 20_000
const textLengthMax = 200
export const otherValues = 'other values'

/** Values and traits in the order in which they were met; a token is its id and the numbers of its values. */
export type TraitTable = ReturnType<typeof createTraitTable>

/** A copy with twice the capacity. */
const grown = <Numbers extends Uint32Array | Uint8Array>(
  numbers: Numbers,
  length: number,
  make: new (length: number) => Numbers,
): Numbers => {
  if (length <= numbers.length) return numbers
  const wider = new make(Math.max(1_024, length * 2))
  wider.set(numbers)
  return wider
}

/** The range of a trait with one more value; undefined once a value is no number. */
const rangeWith = ({ range }: Trait, value: Attribute['value']): Trait['range'] => {
  const number = typeof value === 'number' ? value : Number(typeof value === 'string' && value.trim() ? value : NaN)
  if (!range || !Number.isFinite(number)) return undefined
  return { min: Math.min(range.min, number), max: Math.max(range.max, number) }
}

/**
 * Counts the attributes of tokens as they arrive. Per token it only keeps the id and the numbers of its values (four
 * bytes each), so that a hundred thousand tokens take some ten megabytes.
 */
export const createTraitTable = () => {
  const traits: Trait[] = []
  const traitsByName = new Map<string, { number: number; trait: Trait }>()
  const valueTexts: string[] = []
  let traitOfValue = new Uint32Array(0)
  let tokensWithValue = new Uint32Array(0)
  const ids: string[] = []
  let hasDocument = new Uint8Array(0)
  /** The end of each token's values in `cells`. */
  let ends = new Uint32Array(0)
  let cells = new Uint32Array(0)
  let cellCount = 0
  let described = 0

  const traitOf = (name: string): { number: number; trait: Trait } => {
    const known = traitsByName.get(name)
    if (known !== undefined) return known
    const trait: Trait = { name, values: new Map(), tokens: 0, range: { min: Infinity, max: -Infinity } }
    const added = { number: traits.push(trait) - 1, trait }
    traitsByName.set(name, added)
    return added
  }
  const valueNumber = (
    { number: traitNumber, trait: { values } }: ReturnType<typeof traitOf>,
    text: string,
  ): number => {
    const kept = values.has(text) || values.size < valuesMax ? text : otherValues
    const known = values.get(kept)
    if (known !== undefined) return known
    const number = valueTexts.push(kept) - 1
    values.set(kept, number)
    traitOfValue = grown(traitOfValue, number + 1, Uint32Array)
    tokensWithValue = grown(tokensWithValue, number + 1, Uint32Array)
    traitOfValue[number] = traitNumber
    return number
  }

  /** `attributes` is null if the token's document is not known. */
  const add = (id: string, attributes: readonly Attribute[] | null): void => {
    const index = ids.push(id) - 1
    const begin = cellCount
    const seen = new Set<Trait>()
    for (const { trait_type, value } of attributes ?? []) {
      if (value === null || value === '') continue
      const found = traitOf((trait_type || 'Attribute').slice(0, textLengthMax))
      const { trait } = found
      const number = valueNumber(found, String(value).slice(0, textLengthMax))
      if (cells.subarray(begin, cellCount).includes(number)) continue
      trait.range = rangeWith(trait, value)
      if (!seen.has(trait)) trait.tokens++
      seen.add(trait)
      tokensWithValue[number] = (tokensWithValue[number] ?? 0) + 1
      cells = grown(cells, cellCount + 1, Uint32Array)
      cells[cellCount++] = number
    }
    ends = grown(ends, index + 1, Uint32Array)
    ends[index] = cellCount
    hasDocument = grown(hasDocument, index + 1, Uint8Array)
    hasDocument[index] = attributes === null ? 0 : 1
    if (attributes !== null) described++
  }

  return {
    add,
    traits: (): readonly Readonly<Trait>[] => traits,
    idOf: (token: number): string => ids[token] ?? '',
    count: () => ids.length,
    /** Tokens whose documents are known: shares are of these. */
    described: () => described,
    isDescribed: (token: number): boolean => hasDocument[token] === 1,
    /** Numbers of a token's values. */
    valuesOf: (token: number): Uint32Array => cells.subarray(token === 0 ? 0 : ends[token - 1], ends[token]),
    valueCount: () => valueTexts.length,
    valueText: (value: number): string => valueTexts[value] ?? '',
    traitOfValue: (value: number): number => traitOfValue[value] ?? 0,
    tokensWith: (value: number): number => tokensWithValue[value] ?? 0,
  }
}

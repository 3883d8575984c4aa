import { expect, test } from 'vitest'
import { matchingTokens, rarityOf, sortTokens } from '#components/nft/traits/trait-counting.ts'
import { type Attribute, createTraitTable, otherValues } from '#components/nft/traits/trait-table.ts'
import { createChance } from '#tests/indexing/random.ts'

const trait = (trait_type: string | null, value: Attribute['value']): Attribute => ({ trait_type, value })
const tableOf = (tokens: Record<string, Attribute[] | null>) => {
  const table = createTraitTable()
  for (const [id, attributes] of Object.entries(tokens)) table.add(id, attributes)
  return table
}
const idsOf = (table: ReturnType<typeof createTraitTable>, tokens: Uint32Array) => [...tokens].map(table.idOf)

test("a token's score combines all of its traits, and a missing trait counts as a value", () => {
  const table = tableOf({
    a: [trait('Colour', 'Red'), trait('Hat', 'Cap')],
    b: [trait('Colour', 'Red')],
    c: [trait('Colour', 'Blue')],
    d: [trait('Colour', 'Red')],
    unknown: null,
  })
  const [a, b, c, d, unknown] = rarityOf(table)
  const colour = { red: -Math.log2(3 / 4), blue: -Math.log2(1 / 4) }
  const hat = { cap: -Math.log2(1 / 4), none: -Math.log2(3 / 4) }
  expect(a).toBeCloseTo(colour.red + hat.cap)
  expect(b).toBeCloseTo(colour.red + hat.none)
  expect(c).toBeCloseTo(colour.blue + hat.none)
  expect(d).toBeCloseTo(b ?? Number.NaN)
  expect(unknown).toBeNaN()
})

test('the rarest come first, ties by number, and tokens without metadata last', () => {
  const table = tableOf({ '10': [trait('A', 'x')], '9': [trait('A', 'x')], '7': null, '100': [trait('A', 'y')] })
  const all = matchingTokens(table, [])
  expect(idsOf(table, sortTokens(table, all, 'rarity', { scores: rarityOf(table) }))).toEqual(['100', '9', '10', '7'])
  expect(idsOf(table, sortTokens(table, all, 'id', { scores: rarityOf(table) }))).toEqual(['7', '9', '10', '100'])
})

test('ids that are no numbers keep the order of the list', () => {
  const table = tableOf({ c0: [trait('A', 'x')], a0: [trait('A', 'x')], b000: null, b0: [trait('A', 'y')] })
  const all = matchingTokens(table, [])
  expect(idsOf(table, sortTokens(table, all, 'rarity', { scores: rarityOf(table), order: 'listed' }))).toEqual([
    'b0',
    'c0',
    'a0',
    'b000',
  ])
  expect(idsOf(table, sortTokens(table, all, 'id', { scores: rarityOf(table), order: 'listed' }))).toEqual([
    'c0',
    'a0',
    'b000',
    'b0',
  ])
})

test('values of the same trait widen the selection, values of different traits narrow it', () => {
  const table = tableOf({
    a: [trait('Colour', 'Red'), trait('Hat', 'Cap')],
    b: [trait('Colour', 'Blue'), trait('Hat', 'Cap')],
    c: [trait('Colour', 'Green')],
  })
  const found = (...chosen: [string, string][]) =>
    idsOf(
      table,
      matchingTokens(
        table,
        chosen.map(([name, value]) => ({ trait: name, value })),
      ),
    )
  expect(found(['Colour', 'Red'], ['Colour', 'Green'])).toEqual(['a', 'c'])
  expect(found(['Colour', 'Red'], ['Colour', 'Green'], ['Hat', 'Cap'])).toEqual(['a'])
  expect(found(['Colour', 'Never seen'])).toEqual([])
  expect(found(['Never seen', 'Red'])).toEqual([])
})

test('a repeated trait counts once; two values of one trait are two values of one token', () => {
  const table = tableOf({ a: [trait('Skill', 'Swim'), trait('Skill', 'Swim'), trait('Skill', 'Fly')], b: [] })
  const [skill] = table.traits()
  expect(skill?.tokens).toBe(1)
  expect([...table.valuesOf(0)].map(table.valueText)).toEqual(['Swim', 'Fly'])
  expect([...(skill?.values.values() ?? [])].map(table.tokensWith)).toEqual([1, 1])
  expect([table.count(), table.described(), table.valuesOf(1).length]).toEqual([2, 2, 0])
})

test('numeric traits have a range unless a value is not a number', () => {
  const table = tableOf({ a: [trait('Level', 3), trait('Size', 1)], b: [trait('Level', '11'), trait('Size', 'big')] })
  expect(table.traits().map(({ range }) => range)).toEqual([{ min: 3, max: 11 }, undefined])
})

test('traits with names of Object.prototype are traits like any other', () => {
  const table = tableOf({ a: [trait('__proto__', 'constructor'), trait(null, true)] })
  expect(table.traits().map(({ name, values }) => [name, ...values.keys()])).toEqual([
    ['__proto__', 'constructor'],
    ['Attribute', 'true'],
  ])
})

test('a trait with a different value per token does not exhaust memory', () => {
  const table = createTraitTable()
  for (let token = 0; token < 21_000; token++) table.add(String(token), [trait('Serial', `No ${token}`)])
  const values = table.traits()[0]?.values
  expect(values?.size).toBe(20_001)
  expect(table.tokensWith(values?.get(otherValues) ?? -1)).toBe(1_000)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('counts and scores match a naive implementation (seed %i)', (seed) => {
  const chance = createChance(seed)
  const names = ['A', 'B', 'C', 'D']
  const tokens = Array.from({ length: chance.integer(1, 300) }, () =>
    names.filter(() => chance.happens(0.8)).map((name) => trait(name, `v${chance.integer(0, 5)}`)),
  )
  const table = createTraitTable()
  for (const [id, attributes] of tokens.entries()) table.add(String(id), attributes)
  const scores = rarityOf(table)
  const valueIn = (attributes: Attribute[], name: string) => attributes.find((one) => one.trait_type === name)?.value
  for (const [token, attributes] of tokens.entries()) {
    const plain = names.reduce((sum, name) => {
      const alike = tokens.filter((other) => valueIn(other, name) === valueIn(attributes, name)).length
      return sum - Math.log2(alike / tokens.length)
    }, 0)
    expect(scores[token]).toBeCloseTo(plain, 8)
  }
})

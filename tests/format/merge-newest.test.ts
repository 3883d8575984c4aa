import { expect, test } from 'vitest'
import { mergeNewest } from '#lib/format/merge-newest.ts'

type Row = { hash: string; block: number }
const row = (hash: string, block: number): Row => ({ hash, block })
const by = { keyOf: ({ hash }: Row) => hash, blockOf: ({ block }: Row) => BigInt(block) }
const known = [row('c', 9), row('b', 9), row('a', 7)]

test('nothing new leaves the list as it is, so that nothing renders again', () =>
  expect(mergeNewest(known, [row('c', 9), row('b', 9)], 9n, by)).toEqual({ rows: known, arrived: 0 }))

test('the same list object comes back when nothing has changed', () =>
  expect(mergeNewest(known, [row('c', 9), row('b', 9)], 9n, by).rows).toBe(known))

test('a new transaction comes first, also one in a block that was known', () => {
  const merged = mergeNewest(known, [row('e', 10), row('d', 9), row('c', 9), row('b', 9)], 9n, by)
  expect(merged.rows.map(({ hash }) => hash)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(merged.arrived).toBe(2)
})

test('a transaction that the chain reverted goes', () =>
  expect(mergeNewest(known, [row('c', 9)], 9n, by).rows.map(({ hash }) => hash)).toEqual(['c', 'a']))

test('a transaction that moved to a newer block is there once', () =>
  expect(mergeNewest(known, [row('a', 10), row('c', 9), row('b', 9)], 9n, by).rows).toEqual([
    row('a', 10),
    row('c', 9),
    row('b', 9),
  ]))

test('an empty list takes the whole answer', () =>
  expect(mergeNewest([], [row('a', 1)], 0n, by)).toEqual({ rows: [row('a', 1)], arrived: 1 }))

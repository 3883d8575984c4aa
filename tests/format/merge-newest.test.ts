import { expect, test } from 'vitest'
import { mergeNewest } from '#lib/format/merge-newest.ts'

type Row = { hash: string; block: number }
const row = (hash: string, block: number): Row => ({ hash, block })
const by = { keyOf: ({ hash }: Row) => hash, blockOf: ({ block }: Row) => BigInt(block) }
const known = [row('c', 9), row('b', 9), row('a', 7)]

test('no new rows return the same list, so that nothing renders again', () =>
  expect(mergeNewest(known, [row('c', 9), row('b', 9)], 9n, by)).toEqual({ rows: known, arrived: 0 }))

test('an unchanged list keeps its identity', () =>
  expect(mergeNewest(known, [row('c', 9), row('b', 9)], 9n, by).rows).toBe(known))

test('a new transaction comes first, even in a known block', () => {
  const merged = mergeNewest(known, [row('e', 10), row('d', 9), row('c', 9), row('b', 9)], 9n, by)
  expect(merged.rows.map(({ hash }) => hash)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(merged.arrived).toBe(2)
})

test('a transaction removed by a reorg disappears', () =>
  expect(mergeNewest(known, [row('c', 9)], 9n, by).rows.map(({ hash }) => hash)).toEqual(['c', 'a']))

test('a transaction that moved to a newer block appears once', () =>
  expect(mergeNewest(known, [row('a', 10), row('c', 9), row('b', 9)], 9n, by).rows).toEqual([
    row('a', 10),
    row('c', 9),
    row('b', 9),
  ]))

test('an empty list takes the whole response', () =>
  expect(mergeNewest([], [row('a', 1)], 0n, by)).toEqual({ rows: [row('a', 1)], arrived: 1 }))

import { expect, test } from 'vitest'
import { mergeNewest } from '#lib/format/merge-newest.ts'

type Row = { hash: string; block: number }
const row = (hash: string, block: number): Row => ({ hash, block })
const by = { keyOf: ({ hash }: Row) => hash, blockOf: ({ block }: Row) => BigInt(block) }
const known = [row('c', 9), row('b', 9), row('a', 7)]
const merge = (
  rows: readonly Row[],
  answer: readonly Row[],
  fromBlock: bigint,
  more: { isCut?: boolean; hasOlder?: boolean } = {},
) =>
  mergeNewest(rows, { rows: answer, isCut: more.isCut ?? false }, { fromBlock, hasOlder: more.hasOlder ?? false }, by)

test('no new rows return the same list, so that nothing renders again', () =>
  expect(merge(known, [row('c', 9), row('b', 9)], 9n)).toEqual({ rows: known, arrived: 0, hasGap: false }))

test('an unchanged list keeps its identity', () =>
  expect(merge(known, [row('c', 9), row('b', 9)], 9n).rows).toBe(known))

test('a new transaction comes first, even in a known block', () => {
  const merged = merge(known, [row('e', 10), row('d', 9), row('c', 9), row('b', 9)], 9n)
  expect(merged.rows.map(({ hash }) => hash)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(merged.arrived).toBe(2)
})

test('a transaction removed by a reorg disappears', () =>
  expect(merge(known, [row('c', 9)], 9n).rows.map(({ hash }) => hash)).toEqual(['c', 'a']))

test('a transaction that moved to a newer block appears once', () =>
  expect(merge(known, [row('a', 10), row('c', 9), row('b', 9)], 9n).rows).toEqual([
    row('a', 10),
    row('c', 9),
    row('b', 9),
  ]))

test('an empty list takes the whole response', () =>
  expect(merge([], [row('a', 1)], 0n)).toEqual({ rows: [row('a', 1)], arrived: 1, hasGap: false }))

const block = (number: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => row(`${number}-${from + index}`, number))

test('rows of the newest block that further pages have are no news', () => {
  const firstPage = block(9, 0, 50)
  expect(merge(firstPage, block(9, 0, 100), 9n, { isCut: true, hasOlder: true })).toEqual({
    rows: firstPage,
    arrived: 0,
    hasGap: false,
  })
})

test('rows of a large block that the response does not reach are kept', () => {
  const pages = block(9, 0, 150)
  expect(merge(pages, block(9, 0, 100), 9n, { isCut: true, hasOlder: true }).rows).toBe(pages)
})

test('a new block comes before a large one', () => {
  const firstPage = block(9, 0, 50)
  const merged = merge(firstPage, [...block(10, 0, 5), ...block(9, 0, 95)], 9n, { isCut: true, hasOlder: true })
  expect(merged).toEqual({ rows: [...block(10, 0, 5), ...firstPage], arrived: 5, hasGap: false })
})

test('a full response without a known row leaves a gap', () =>
  expect(merge(known, block(10, 0, 100), 9n, { isCut: true, hasOlder: true }).hasGap).toBe(true))

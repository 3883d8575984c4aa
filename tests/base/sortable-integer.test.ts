import { expect, test } from 'vitest'
import { fromSortable, sortableZero, toSortable } from '#lib/base/sortable-integer.ts'

const edges = [1n, 9n, 127n, 128n, 255n, 256n, 65_535n, 65_536n, 10n ** 18n, 2n ** 255n, 2n ** 256n - 1n, 2n ** 900n]
const numbers = [0n, ...edges, ...edges.map((edge) => -edge), ...edges.map((edge) => edge + 1n)]

test('integers of any size and sign round-trip through their bytes', () => {
  for (const number of numbers) expect(fromSortable(toSortable(number))).toBe(number)
  expect(toSortable(0n)).toEqual(sortableZero)
})

test('bytes sort like their integers', () => {
  const sorted = numbers.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const bySortable = numbers.toSorted((a, b) => Buffer.compare(toSortable(a), toSortable(b)))
  expect(bySortable).toEqual(sorted)
})

test('a magnitude too large for its length byte is refused', () => {
  expect(() => toSortable(2n ** 1_016n)).toThrow(RangeError)
  expect(toSortable(2n ** 1_016n - 1n)).toHaveLength(128)
})

import { expect, test } from 'vitest'
import { visibleRange } from '#lib/format/visible-range.ts'

const list = { viewportHeight: 900, rowHeight: 44, count: 10_000, rowsBeyond: 12 }

test.each([
  ['above the list', 2_000],
  ['at its top', 300],
  ['just below its top', -50],
  ['far down', -200_000],
  ['at its end', -439_500],
  ['beyond its end', -600_000],
])('contains every row on screen, and few others: %s', (_, listTop) => {
  const { from, to } = visibleRange({ ...list, listTop })
  const firstSeen = Math.max(0, Math.min(list.count, Math.floor(-listTop / list.rowHeight)))
  const lastSeen = Math.max(0, Math.min(list.count, Math.ceil((list.viewportHeight - listTop) / list.rowHeight)))
  expect(from).toBeLessThanOrEqual(firstSeen)
  expect(to).toBeGreaterThanOrEqual(lastSeen)
  expect(to).toBeLessThanOrEqual(list.count)
  expect(to - from).toBeLessThan(21 + 2 * 12 + 2 * 8)
})

test('an empty list has no rows', () =>
  expect(visibleRange({ ...list, count: 0, listTop: -500 })).toEqual({ from: 0, to: 0 }))

test('scrolling by one row usually changes nothing', () => {
  const ranges = Array.from({ length: 80 }, (_, row) =>
    visibleRange({ ...list, listTop: -10_000 - row * list.rowHeight }),
  )
  const distinct = new Set(ranges.map(({ from, to }) => `${from}-${to}`))
  expect(distinct.size).toBeLessThan(25)
})

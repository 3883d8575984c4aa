import { expect, test } from 'vitest'
import { calendarDays } from '#lib/format/calendar-days.ts'

const loud = [
  { day: '2024-02-27', count: 3 },
  { day: '2024-03-01', count: 5 },
]

test('missing days between others are filled with zeros, through a leap day', () =>
  expect(calendarDays(loud, 100)).toEqual([
    { day: '2024-02-27', count: 3 },
    { day: '2024-02-28', count: 0 },
    { day: '2024-02-29', count: 0 },
    { day: '2024-03-01', count: 5 },
  ]))

test('days after the last one are filled with zeros up to the end of the index', () =>
  expect(calendarDays(loud, 100, '2024-03-03').map(({ count }) => count)).toEqual([3, 0, 0, 5, 0, 0]))

test('at most the requested number of days is shown, and trailing zeros do not hide all others', () => {
  expect(calendarDays(loud, 2).map(({ day }) => day)).toEqual(['2024-02-29', '2024-03-01'])
  expect(calendarDays(loud, 10, '2026-01-01').at(-1)).toEqual({ day: '2024-03-01', count: 5 })
})

test('no counts give no days', () => expect(calendarDays([], 30, '2024-03-01')).toEqual([]))

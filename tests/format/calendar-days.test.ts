import { expect, test } from 'vitest'
import { calendarDays, dailyValues } from '#lib/format/calendar-days.ts'

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

test('a value holds until the next day with another one', () => {
  const known = [
    { day: '2024-02-27', value: 3 },
    { day: '2024-03-01', value: 5 },
    { day: '2024-03-02', value: 4 },
  ]
  const days = dailyValues(known, 100)
  expect(days.map(({ value }) => value)).toEqual([3, 3, 3, 5, 4])
  expect(days.map(({ day }) => day)).toEqual(['2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'])
  expect(dailyValues(known, 3).map(({ day }) => day)).toEqual(['2024-02-29', '2024-03-01', '2024-03-02'])
  expect(dailyValues([], 3)).toEqual([])
})

import { expect, test } from 'vitest'
import { calendarDays } from '#lib/format/calendar-days.ts'

const loud = [
  { day: '2024-02-27', count: 3 },
  { day: '2024-03-01', count: 5 },
]

test('quiet days between loud ones are days too, through a leap day', () =>
  expect(calendarDays(loud, 100)).toEqual([
    { day: '2024-02-27', count: 3 },
    { day: '2024-02-28', count: 0 },
    { day: '2024-02-29', count: 0 },
    { day: '2024-03-01', count: 5 },
  ]))

test('days after the last loud one are quiet as far as the index goes', () =>
  expect(calendarDays(loud, 100, '2024-03-03').map(({ count }) => count)).toEqual([3, 0, 0, 5, 0, 0]))

test('never more days than asked for, and a long silence does not push all loud days out of sight', () => {
  expect(calendarDays(loud, 2).map(({ day }) => day)).toEqual(['2024-02-29', '2024-03-01'])
  expect(calendarDays(loud, 10, '2026-01-01').at(-1)).toEqual({ day: '2024-03-01', count: 5 })
})

test('nothing counted is no day', () => expect(calendarDays([], 30, '2024-03-01')).toEqual([]))

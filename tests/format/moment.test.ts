import { expect, test } from 'vitest'
import { age, formatMoment, momentOf } from '#lib/format/moment.ts'

const moment = Date.parse('2023-07-17T21:27:59.000Z')

test('a time without a time zone is read as UTC', () => {
  expect(momentOf('2023-07-17T21:27:59')).toBe(moment)
  expect(momentOf('2023-07-17 21:27:59')).toBe(moment)
  expect(momentOf('2023-07-17T23:27:59+02:00')).toBe(moment)
})

test.each([
  [0, 'now'],
  [1_000, '1 s ago'],
  [59_400, '59 s ago'],
  [61_000, '1 min ago'],
  [7_200_000, '2 h ago'],
  [3 * 86_400_000, '3 d ago'],
  [-5_000, 'in 5 s'],
])('an age of %i ms', (passed, text) => expect(age(moment, moment + passed)).toBe(text))

test('every format shows its time zone', () => {
  expect(formatMoment(moment, 'utc', moment)).toBe('2023-07-17 21:27:59 UTC')
  expect(formatMoment(moment, 'unix', moment)).toBe('1689629279 unix')
  expect(formatMoment(moment, 'local', moment)).toMatch(/^2023-07-1[678] \d\d:\d\d:59 [+-]\d\d:\d\d$/)
})

test('an invalid time is shown as unknown', () =>
  expect(formatMoment(momentOf('no time'), 'utc', moment)).toBe('unknown'))

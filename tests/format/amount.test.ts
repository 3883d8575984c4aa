import { expect, test } from 'vitest'
import { exactAmount, groupedNumber, shortAmount } from '#lib/format/amount.ts'

test.each([
  ['0', 18, '0', '0'],
  ['1', 18, '0.000000000000000001', '<0.000001'],
  ['999999999999', 18, '0.000000999999999999', '<0.000001'],
  ['1000000000000', 18, '0.000001', '0.000001'],
  ['1234567890123', 18, '0.000001234567890123', '0.00000123456'],
  ['1500000000000000001', 18, '1.500000000000000001', '1.5'],
  ['999999999999999999', 18, '0.999999999999999999', '0.999999'],
  ['1234567890000000000000000', 18, '1234567.89', '1,234,567'],
  ['12345678', 6, '12.345678', '12.3456'],
  ['42', 0, '42', '42'],
  ['100', 20, '0.000000000000000001', '<0.000001'],
  ['-1500000', 6, '-1.5', '-1.5'],
  [(2n ** 256n - 1n).toString(), 0, (2n ** 256n - 1n).toString(), groupedNumber(2n ** 256n - 1n)],
])('%s with %i decimals is exact, and never shortened to 0', (value, decimals, exact, short) => {
  expect(exactAmount(value, decimals)).toBe(exact)
  expect(shortAmount(value, decimals)).toBe(short)
})

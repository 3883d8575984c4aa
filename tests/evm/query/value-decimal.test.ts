import { expect, test } from 'vitest'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'

test('a value is divided by 10^decimals, exactly and without trailing zeros', () => {
  expect(valueDecimal('1800000000', 6)).toBe('1800')
  expect(valueDecimal('1234567890', 6)).toBe('1234.56789')
  expect(valueDecimal('144999999999999999', 18)).toBe('0.144999999999999999')
  expect(valueDecimal('201110013289805900', 18)).toBe('0.2011100132898059')
  expect(valueDecimal('1', 18)).toBe('0.000000000000000001')
  expect(valueDecimal('10', 1)).toBe('1')
  expect(valueDecimal('0', 18)).toBe('0')
  expect(valueDecimal('0', 0)).toBe('0')
  expect(valueDecimal('100', 0)).toBe('100')
  expect(valueDecimal(String(2n ** 256n - 1n), 0)).toBe(String(2n ** 256n - 1n))
  expect(valueDecimal('5', 255)).toBe(`0.${'0'.repeat(254)}5`)
})

test('unknown or impossible decimals give no decimal value', () => {
  expect(valueDecimal('1', null)).toBeNull()
  expect(valueDecimal('1', 256)).toBeNull()
})

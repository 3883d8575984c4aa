import { expect, test } from 'vitest'
import { parseExact, stringifyExact } from '#lib/base/exact-json.ts'

test.each([
  '12345678901234567890',
  '{"a":"12345678901234567890","b":-12345678901234567890,"c":[9007199254740993,9007199254740991]}',
  String.raw`{"x\"12345678901234567890":12345678901234567890}`,
  '{"12345678901234567890":1,"__proto__":12345678901234567890}',
])('%s keeps every digit', (text) => {
  expect(stringifyExact(parseExact(text))).toBe(text)
})

test.each([
  '[1.12345678901234567890]',
  '[1e-1234567890123456]',
  '[12345678901234567890.5]',
  '[12345678901234567890e2]',
])('%s is a number', (text) => {
  expect(parseExact(text)).toEqual(JSON.parse(text))
})

test.each([
  '0012345678901234567890',
  '"12345678901234567890',
  '[12345678901234567890',
  `"${String.raw`\"`.repeat(200_000)}1234567890123456`,
])('%# is not JSON', (text) => {
  expect(() => parseExact(text)).toThrow(SyntaxError)
})

test('a deeply nested document does not exhaust the stack', () => {
  let value = parseExact(`${'['.repeat(3_000)}12345678901234567890${']'.repeat(3_000)}`)
  while (Array.isArray(value)) value = value[0]
  expect(value).toBe(12345678901234567890n)
})

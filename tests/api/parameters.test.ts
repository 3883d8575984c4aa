import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { describeParameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'

/** The parsed value, or the fault's text. */
const read = (schema: z.ZodType, raw: unknown): unknown => {
  const parsed = schema.safeParse(raw)
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message).join('; ')
}

describe('dates', () => {
  test.each([
    ['2023-01-31T10:00:00.000Z', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31T10:00:00Z', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31T10:00:00.123456Z', '2023-01-31T10:00:00.123Z'],
    ['2023-01-31T12:00:00+02:00', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31T12:00:00 02:00', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31T12:00:00.000 02', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31 12:00:00 02:00', '2023-01-31T10:00:00.000Z'],
    ['Tue, 31 Jan 2023 12:00:00 0200', '2023-01-31T10:00:00.000Z'],
    ['Tue Jan 31 2023 12:00:00 GMT 0200 (Central European Standard Time)', '2023-01-31T10:00:00.000Z'],
    ['Tue Jan 31 10:00:00 2023', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31T12:00:00+0200', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31', '2023-01-31T00:00:00.000Z'],
    ['2023-01', '2023-01-01T00:00:00.000Z'],
    ['2023', '2023-01-01T00:00:00.000Z'],
    ['20230131', '2023-01-31T00:00:00.000Z'],
    ['20230131T100000Z', '2023-01-31T10:00:00.000Z'],
    ['2023-031', '2023-01-31T00:00:00.000Z'],
    ['2023-W05-2', '2023-01-31T00:00:00.000Z'],
    ['2023-01-31 10:00', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31 10:00:00.5', '2023-01-31T10:00:00.500Z'],
    ['2023-01-31T10:00', '2023-01-31T10:00:00.000Z'],
    ['Tue, 31 Jan 2023 10:00:00 GMT', '2023-01-31T10:00:00.000Z'],
    ['Tue, 31 Jan 2023 12:00:00 +0200', '2023-01-31T10:00:00.000Z'],
    ['Jan 31, 2023', '2023-01-31T00:00:00.000Z'],
    ['January 31, 2023 10:00 AM', '2023-01-31T10:00:00.000Z'],
    ['31 January 2023', '2023-01-31T00:00:00.000Z'],
    ['Tue Jan 31 2023 12:00:00 GMT+0200', '2023-01-31T10:00:00.000Z'],
    ['Tue Jan 31 2023 12:00:00 GMT+0200 (Central European Standard Time)', '2023-01-31T10:00:00.000Z'],
    ['2023-01-31 10:00 AM', '2023-01-31T10:00:00.000Z'],
    ['31 Jan 2023 10:00 UTC', '2023-01-31T10:00:00.000Z'],
    ['01-31-2023', '2023-01-31T00:00:00.000Z'],
    ['1/31/2023', '2023-01-31T00:00:00.000Z'],
    ['1675159200', '2023-01-31T10:00:00.000Z'],
    [1675159200, '2023-01-31T10:00:00.000Z'],
    ['1675159200.5', '2023-01-31T10:00:00.500Z'],
    ['1675159200000', '2023-01-31T10:00:00.000Z'],
    [1675159200000, '2023-01-31T10:00:00.000Z'],
    ['0', '1970-01-01T00:00:00.000Z'],
    ['  2023-01-31  ', '2023-01-31T00:00:00.000Z'],
  ])('%s is %s', (raw, iso) => {
    expect(read(parameters.date(), raw)).toBe(iso)
  })

  test.each([
    'yesterday',
    'hello 5',
    'block 17000000',
    '-5',
    '1/2',
    'May 5',
    '2023-02-30 10:00 AM',
    '2023-02-30',
    '2023-13-01',
    '2023-01-31T25:00:00Z',
    '0x10',
    'NaN',
    'Infinity',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    null,
    {},
    '9'.repeat(70),
  ])('%s is not a date', (raw) => {
    expect(read(parameters.date(), raw)).toMatch(/is not a date: expected a date such as/)
  })

  test('an error repeats the value without its control characters', () => {
    expect(read(parameters.date(), 'a\r\nb')).toContain("with value 'a\uFFFD\uFFFDb' is not a date")
  })
})

describe('whole numbers', () => {
  const limit = parameters.integer({ min: 1, max: 100 })

  test('are read from text or numbers, within their bounds', () => {
    expect([1, '1', '100', '007'].map((raw) => read(limit, raw))).toEqual([1, 1, 100, 7])
  })

  test.each(['', ' 1', '1.5', '1e2', '0x10', 'abc', '-', true, null, 1.5, [], {}])('%j is refused', (raw) => {
    expect(read(limit, raw)).toMatch(/: expected a whole number from 1 to 100$/)
  })

  test.each([0, '0', '-1', 101, '101', '99999999999999999999'])('%j is out of bounds', (raw) => {
    expect(read(limit, raw)).toMatch(/expected a whole number from 1 to 100$/)
  })

  test('beyond 2^53 are refused rather than rounded', () => {
    expect(read(parameters.integer(), '9007199254740993')).toMatch(/is not a whole number/)
    expect(read(parameters.integer(), '9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('page sizes', () => {
  const size = parameters.pageSize({ fallback: 50, max: 100 })

  test('above the maximum are lowered to it, as old clients send 500', () => {
    expect(['500', 101, 100, '1'].map((raw) => read(size, raw))).toEqual([100, 100, 100, 1])
    const huge = ['1e9', '1E9', '9007199254740993', '9'.repeat(30), '9'.repeat(400), '1e999', 1e300]
    expect(huge.map((raw) => read(size, raw))).toEqual(huge.map(() => 100))
    expect(read(size, '2e1')).toBe(20)
  })

  test('default when omitted or 0', () => {
    expect([undefined, 0, '0'].map((raw) => read(size, raw))).toEqual([50, 50, 50])
  })

  test.each(['-1', 'many', '1.5', '1e-9', '-1e9', '0x10', '1e', 'Infinity', 'NaN', Number.NaN, ' 1'])(
    '%s is refused',
    (raw) => {
      expect(read(size, raw)).toMatch(/is not a page size/)
    },
  )
})

describe('booleans, enums and text', () => {
  test('true and false are read in each spelling', () => {
    expect(['true', '1', true, 'false', '0', false].map((raw) => read(parameters.boolean(), raw))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test.each(['yes', 'TRUE', '', 1, null])('%j is not a boolean', (raw) => {
    expect(read(parameters.boolean(), raw)).toBe('is not a boolean: expected true or false')
  })

  test('an unknown enum value is repeated next to the accepted ones', () => {
    expect(read(parameters.oneOf(['decimal', 'hex']), 'octal')).toBe(
      "with value 'octal' is not a known value: expected 'decimal', 'hex'",
    )
    expect(read(parameters.oneOf(['decimal', 'hex']), 'toString')).toMatch(/is not a known value/)
  })

  test('text length counts characters, not bytes or code units', () => {
    const query = parameters.text({ min: 3, max: 4 })
    expect(read(query, '🏮🏮🏮')).toBe('🏮🏮🏮')
    expect(read(query, '🏮🏮')).toBe('has 2 characters: expected 3 to 4 characters')
    expect(read(query, 'abcde')).toBe('has 5 characters: expected 3 to 4 characters')
  })
})

describe('lists', () => {
  const words = parameters.list(parameters.oneOf(['a', 'b', 'c']), { min: 1, max: 3 })

  test('a single value is a list of one, duplicates count once, order is kept', () => {
    expect(read(words, 'a')).toEqual(['a'])
    expect(read(words, ['b', 'a', 'b'])).toEqual(['b', 'a'])
  })

  test("the first invalid item is named with the item's own message", () => {
    expect(read(words, ['a', 'oops'])).toBe("with value 'oops' is not a known value: expected 1 to 3 of: 'a', 'b', 'c'")
  })

  test('with too many or too few items are refused', () => {
    expect(read(words, ['a', 'a', 'a', 'a'])).toMatch(/^has 4 values/)
    expect(read(words, [])).toMatch(/^has 0 values/)
  })
})

describe('parameter metadata for documents', () => {
  test('is found through optional, default and description in any order', () => {
    const described = parameters.integer().optional().describe('outside')
    expect(describeParameter(described)).toMatchObject({ required: false, description: 'outside' })
    const inner = parameters.integer({ max: 9 }).describe('inside').default(3)
    expect(describeParameter(inner)).toMatchObject({ required: false, fallback: 3, description: 'inside' })
    const direct = parameters.boolean().describe('direct')
    expect(describeParameter(direct)).toMatchObject({
      required: true,
      description: 'direct',
      facts: { type: 'boolean' },
    })
  })
})

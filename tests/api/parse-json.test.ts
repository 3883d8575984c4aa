import { describe, expect, test } from 'vitest'
import { JsonOverLimit, parseJson } from '#lib/api/input/parse-json.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('JSON of others', () => {
  test.each([
    '{"a": [1, {"b": "]]]"}, []], "c": {}}',
    String.raw`["\"[[[[[[", "\\", "[[[[[[\\\"", {"[[[[[[": "\u005b"}]`,
    '"[[[[[["',
    '5',
    nested(5),
    `[${Array(100).fill(nested(4)).join()}]`,
  ])('is what JSON.parse reads: %s', (text) => expect(parseJson(text, 5)).toEqual(JSON.parse(text)))

  test.each(['', '[', '"', String.raw`"\"`, ']]]]', '{"a"}'])('that is not JSON is a SyntaxError: %s', (text) => {
    expect(() => parseJson(text, 5)).toThrow(SyntaxError)
    expect(() => parseJson(text, 5)).not.toThrow(JsonOverLimit)
  })

  test.each([nested(6), '{"a":'.repeat(10_000), `["x", ${nested(5)}]`, '['.repeat(5_000_000)])(
    'nested more deeply is refused',
    (text) => expect(() => parseJson(text, 5)).toThrow(JsonOverLimit),
  )

  test('with millions of values is refused, and with as many commas in a text it is not', () => {
    const many = `[${'0,'.repeat(4_000_001)}0]`
    expect(() => parseJson(many)).toThrow('has more than 4000000 values')
    expect(parseJson(`["${','.repeat(4_000_001)}"]`)).toHaveLength(1)
  })
})

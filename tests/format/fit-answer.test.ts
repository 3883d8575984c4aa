import { describe, expect, test } from 'vitest'
import { fitAnswer, weightOf } from '#lib/api/fit-answer.ts'

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const max = 20_000

describe('an answer that is too large', () => {
  test('has its longest texts cut to one length, and keeps the others', () => {
    const answer = {
      cursor: 'c',
      result: ['a', 'b', 'c'].map((sign) => ({ hash: sign.repeat(66), data: sign.repeat(30_000) })),
    }
    const { value, shortened } = fitAnswer({ ...answer, note: 'x'.repeat(500) }, max)
    expect(bytesOf(value)).toBeLessThanOrEqual(max)
    expect(bytesOf(value)).toBeGreaterThan(max * 0.9)
    expect(value.note).toHaveLength(500)
    expect(value.result.map(({ hash }) => hash)).toEqual(answer.result.map(({ hash }) => hash))
    for (const { data } of value.result) expect(data).toMatch(/^(.)\1{5000,}…$/)
    expect(shortened).toMatch(/^texts longer than \d+ bytes are cut$/)
  })

  test.each(['"', '\u0001', '語', '😀', '\ud800'])('of %j fits in bytes', (sign) => {
    const { value } = fitAnswer({ result: Array.from({ length: 9 }, () => ({ name: sign.repeat(9_000) })) }, max)
    expect(bytesOf(value)).toBeLessThanOrEqual(max)
    expect(value.result).toHaveLength(9)
  })

  test('of many short texts ends the lists inside its rows early, never the list of rows', () => {
    const logs = Array.from({ length: 900 }, (_, index) => ({ log_index: index, address: `0x${'ab'.repeat(20)}` }))
    const { value, shortened } = fitAnswer(
      {
        cursor: 'c',
        result: [
          { hash: '1', logs },
          { hash: '2', logs: [] },
        ],
      },
      max,
    )
    expect(bytesOf(value)).toBeLessThanOrEqual(max)
    expect(value.result.map(({ hash }) => hash)).toEqual(['1', '2'])
    const shown = value.result[0]?.logs ?? []
    expect(shown.length).toBeGreaterThan(200)
    expect(shown).toEqual(logs.slice(0, shown.length))
    expect(shortened).toContain(`${shown.length} of 900 logs`)
  })
})

test('a text is not cut because of a long list beside it', () => {
  const logs = Array.from({ length: 900 }, (_, index) => ({ log_index: index, data: `0x${'ab'.repeat(50)}` }))
  const { value } = fitAnswer({ input: 'x'.repeat(3_000), logs }, max)
  expect(value.input).toHaveLength(3_000)
  expect(bytesOf(value)).toBeLessThanOrEqual(max)
  expect(value.logs).toEqual(logs.slice(0, value.logs.length))
  expect(value.logs.length).toBeGreaterThan(100)
})

test('an answer that fits is returned as it is', () => {
  const answer = { result: [{ data: 'x'.repeat(max - 200) }] }
  expect(fitAnswer(answer, max)).toEqual({ value: answer })
  expect(fitAnswer(answer, max).value).toBe(answer)
})

test('a weight is at least the bytes of the JSON, and little more', () => {
  const value = { a: ['"'.repeat(300), 1, null, true, { b: '語'.repeat(40) }], c: '0x'.padEnd(4_000, 'f'), d: 12.5 }
  expect(weightOf(value)).toBeGreaterThanOrEqual(bytesOf(value))
  expect(weightOf(value)).toBeLessThan(bytesOf(value) * 1.02)
})

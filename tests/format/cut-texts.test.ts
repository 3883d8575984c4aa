import { expect, test } from 'vitest'
import { cutText, cutTexts } from '#lib/format/cut-texts.ts'

const hash = `0x${'ab'.repeat(32)}`

test('a response without long texts is unchanged', () => {
  const answer = { result: [{ hash, value: '1', at: null }] }
  expect(cutTexts(answer)).toBe(answer)
})

test('a long text is shortened, and everything next to it stays complete', () => {
  const answer = { result: [{ hash, name: 'n'.repeat(1_000_000), count: 3 }], total: null }
  expect(cutTexts(answer)).toEqual({ result: [{ hash, name: `${'n'.repeat(600)}…`, count: 3 }], total: null })
})

test('what has no long text is not copied', () => {
  const [short, list] = [{ hash, value: '1' }, ['a', 'b']]
  const answer = { result: [short, { name: 'n'.repeat(1_000), short, list }] }
  const cut = cutTexts(answer)
  expect(cut.result[0]).toBe(short)
  expect(cut.result[1]).toEqual({ name: `${'n'.repeat(600)}…`, short, list })
  expect(Object(cut.result[1]).list).toBe(list)
})

test('many long texts are shortened further, to stay small together', () => {
  const answer = Array.from({ length: 100 }, () => ({ hash, name: 'n'.repeat(10_000), uri: 'u'.repeat(10_000) }))
  const cut = cutTexts(answer)
  expect(JSON.stringify(cut).length).toBeLessThan(60_000)
  expect(cut.every((row) => row.hash === hash)).toBe(true)
})

test('a surrogate pair is never split', () => {
  expect(cutText('a😀b', 2)).toBe('a…')
})

import { expect, test } from 'vitest'
import { cutText, cutTexts } from '#lib/format/cut-texts.ts'

const hash = `0x${'ab'.repeat(32)}`

test('an answer without long texts is returned as it is', () => {
  const answer = { result: [{ hash, value: '1', at: null }] }
  expect(cutTexts(answer)).toBe(answer)
})

test('a long text is cut, whatever is beside it stays whole', () => {
  const answer = { result: [{ hash, name: 'n'.repeat(1_000_000), count: 3 }], total: null }
  expect(cutTexts(answer)).toEqual({ result: [{ hash, name: `${'n'.repeat(600)}…`, count: 3 }], total: null })
})

test('many long texts of one answer are cut shorter, and together stay small', () => {
  const answer = Array.from({ length: 100 }, () => ({ hash, name: 'n'.repeat(10_000), uri: 'u'.repeat(10_000) }))
  const cut = cutTexts(answer)
  expect(JSON.stringify(cut).length).toBeLessThan(60_000)
  expect(cut.every((row) => row.hash === hash)).toBe(true)
})

test('a character outside the basic plane is not cut in two', () => {
  expect(cutText('a😀b', 2)).toBe('a…')
})

import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type CursorBinding, type CursorPosition, createCursors } from '#lib/store/cursors.ts'

const secret = new Uint8Array(32).fill(7)
const cursors = createCursors(secret)
const position: CursorPosition = {
  limit: 100,
  key: [18_000_000, 'ab', null, -1.5],
  page: 2,
  total: null,
  snapshot: 18_000_123,
  issuedAt: 1_700_000_000,
}
const binding: CursorBinding = {
  route: 'walletNfts',
  filters: { chain: '0x1', address: new Uint8Array([1, 2]), amount: 10n ** 30n, tokens: ['a', 'b'], from: undefined },
}
const refusal = (message: RegExp) =>
  expect.objectContaining({
    code: 'invalid_request',
    message: expect.stringMatching(message),
    details: [{ name: 'cursor', message: expect.any(String) }],
  })

describe('a cursor', () => {
  test('decodes to the position it was made from', () => {
    expect(cursors.open(cursors.seal(position, binding), binding)).toEqual(position)
    const counted = { ...position, total: 12, snapshot: null, key: [] }
    expect(cursors.open(cursors.seal(counted, binding), binding)).toEqual(counted)
  })

  test('is valid whatever the order of the filters, with undefined ones left out', () => {
    const filters = { tokens: ['a', 'b'], amount: 10n ** 30n, address: new Uint8Array([1, 2]), chain: '0x1' }
    expect(cursors.open(cursors.seal(position, binding), { route: 'walletNfts', filters })).toEqual(position)
  })

  test('is valid in every process with the same secret, and in no other', () => {
    const text = cursors.seal(position, binding)
    expect(createCursors(new Uint8Array(secret)).open(text, binding)).toEqual(position)
    expect(() => createCursors(new Uint8Array(32)).open(text, binding)).toThrow(refusal(/not a cursor of this server/))
  })

  test.each([
    ['another endpoint', { ...binding, route: 'walletTransfers' }],
    ['another chain', { ...binding, filters: { ...binding.filters, chain: '0x89' } }],
    ['another address', { ...binding, filters: { ...binding.filters, address: new Uint8Array([1, 3]) } }],
    ['an additional filter', { ...binding, filters: { ...binding.filters, from: 5 } }],
    ['a missing filter', { ...binding, filters: { chain: '0x1' } }],
    ['reordered filters', { ...binding, filters: { ...binding.filters, tokens: ['b', 'a'] } }],
  ])('of one list is refused by %s', (_, other) => {
    expect(() => cursors.open(cursors.seal(position, binding), other)).toThrow(refusal(/belongs to another list/))
  })

  test('is refused with any one character changed, added or removed', () => {
    const text = cursors.seal(position, binding)
    for (let at = 0; at < text.length; at++) {
      const swapped = text[at] === 'A' ? 'B' : 'A'
      for (const changed of [
        text.slice(0, at) + swapped + text.slice(at + 1),
        text.slice(0, at) + text.slice(at + 1),
        `${text.slice(0, at)}=${text.slice(at)}`,
      ]) {
        expect(() => cursors.open(changed, binding)).toThrow(refusal(/not a cursor of this server/))
      }
    }
  })

  test.each(['', '.', 'abc', 'a.b', 'a.b.c', '%00', 'null', 'x'.repeat(100_000), `${'A'.repeat(5_000)}.AAAA`])(
    'is refused if it is malformed: %.20s',
    (text) => {
      expect(() => cursors.open(text, binding)).toThrow(refusal(/not a cursor of this server/))
    },
  )

  test('of a later version is refused with a message', () => {
    const payload = Buffer.from(JSON.stringify({ v: 2, anything: 'else' })).toString('base64url')
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'spyglass cursors', 32))
    const mark = createHmac('sha256', key).update(payload).digest().subarray(0, 16).toString('base64url')
    expect(() => cursors.open(`${payload}.${mark}`, binding)).toThrow(refusal(/another version/))
  })
})

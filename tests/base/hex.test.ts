import { expect, test } from 'vitest'
import { hexPrefixRange, toBytes, toDigits, toHex, toInteger } from '#lib/base/bytes.ts'
import { byteCount, digitsOfBytes, hexNumber, longAddress, wordOf } from '#lib/base/hex.ts'
import { hashOf, hashOfText } from '#lib/base/keccak.ts'

test('bytes of a view into a larger buffer are those of the view', () => {
  const view = Uint8Array.of(0xff, 0x0a, 0x00, 0xff).subarray(1, 3)
  expect([toHex(view), toDigits(view), toInteger(view), digitsOfBytes(view)]).toEqual([
    '0x0a00',
    '0a00',
    2_560n,
    '0a00',
  ])
  expect([...toBytes(toHex(view))]).toEqual([10, 0])
  expect([toHex(new Uint8Array()), toInteger(new Uint8Array())]).toEqual(['0x', 0n])
})

test('a word is 64 digits, whether it is written from a number, an address or a shorter hash', () => {
  expect([wordOf(255), wordOf(2n ** 256n - 1n), wordOf('0xAb')]).toEqual([
    `${'0'.repeat(62)}ff`,
    'f'.repeat(64),
    `${'0'.repeat(62)}Ab`,
  ])
  expect(longAddress('0xA')).toBe(`0x${'0'.repeat(63)}a`)
  expect([hexNumber(0), hexNumber(2n ** 64n)]).toEqual(['0x0', '0x10000000000000000'])
  expect([byteCount('0x'), byteCount('0x0a00'), byteCount('')]).toEqual([0, 2, 0])
})

test('a prefix is the range of all ids that start with it', () => {
  const range = hexPrefixRange(' 0xABCDE ', 4)
  expect(range && [toHex(range.first), toHex(range.last)]).toEqual(['0xabcde000', '0xabcdefff'])
  for (const text of ['0xabc', 'abcdef', `0x${'a'.repeat(9)}`]) expect(hexPrefixRange(text, 4)).toBeUndefined()
})

test('the hash of a text is that of its UTF-8', () => {
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  expect(hashOfText('Transfer(address,address,uint256)')).toBe(transfer)
  expect(hashOfText('é')).toBe(hashOf('c3a9'))
})

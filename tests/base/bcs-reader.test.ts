import { Serializer } from '@aptos-labs/ts-sdk'
import { describe, expect, test } from 'vitest'
import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'

const reader = (...bytes: number[]): BcsReader => new BcsReader(Uint8Array.from(bytes))

describe('the BCS reader', () => {
  test('reads what the Aptos SDK writes', () => {
    const serializer = new Serializer()
    serializer.serializeStr('größer')
    serializer.serializeU64(18_446_744_073_709_551_615n)
    serializer.serializeU32AsUleb128(4_294_967_295)
    serializer.serializeBytes(Uint8Array.of(1, 2, 3))
    const read = new BcsReader(serializer.toUint8Array())
    expect([read.text(), read.u64(), read.length()]).toEqual(['größer', 18_446_744_073_709_551_615n, 4_294_967_295])
    expect(read.sized(3)).toEqual(Uint8Array.of(1, 2, 3))
    expect(read.isAtEnd).toBe(true)
  })

  test.each<[string, () => unknown]>([
    ['a length in non-minimal ULEB128', () => reader(0x80, 0x00).length()],
    ['a length above 32 bits', () => reader(0xff, 0xff, 0xff, 0xff, 0x10).length()],
    ['an endless length', () => reader(0xff, 0xff, 0xff, 0xff, 0xff, 0xff).length()],
    ["a length above the caller's limit", () => reader(33).length(32)],
    ['a field of another length', () => reader(2, 0, 0).sized(3)],
    ['truncated bytes', () => reader(3, 0, 0).bytes()],
    ['text that is not UTF-8', () => reader(1, 0xff).text()],
    ['trailing bytes', () => reader(0).end()],
  ])('refuses %s', (_, read) => {
    expect(read).toThrow(BcsError)
  })

  test('never reads beyond its view of a larger buffer', () => {
    const view = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9).subarray(0, 4)
    expect(() => new BcsReader(view).u64()).toThrow(BcsError)
    expect(() => new BcsReader(view).take(5)).toThrow(BcsError)
  })
})

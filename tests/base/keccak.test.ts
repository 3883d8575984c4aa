import { randomBytes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { toHex } from '#lib/base/bytes.ts'
import { hashOf, keccak256 } from '#lib/base/keccak.ts'

test("the server and the browser compute the same hash at every length around the sponge's block size", () => {
  for (const length of [0, 1, 32, 135, 136, 137, 271, 272, 273, 5_000]) {
    const bytes = randomBytes(length)
    expect(toHex(keccak256(bytes))).toBe(toHex(keccak_256(bytes)))
  }
})

test('hex digits are hashed as bytes', () => {
  expect(hashOf('')).toBe('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
})

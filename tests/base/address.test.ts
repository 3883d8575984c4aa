import { getAddress, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { checksumAddress } from '#lib/base/keccak.ts'

test('addresses get their EIP-55 checksum, whatever their case', () => {
  for (let place = 0; place < 200; place++) {
    const address = keccak256(toHex(place)).slice(0, 42) as `0x${string}`
    expect(checksumAddress(address)).toBe(getAddress(address))
    expect(checksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(getAddress(address))
  }
})

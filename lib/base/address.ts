import { hexOf, keccak256 } from './keccak.ts'

/** Sender of mints and receiver of burns. */
export const zeroAddress = `0x${'0'.repeat(40)}` as const
export const zeroHash = `0x${'0'.repeat(64)}` as const

const upperCaseFrom = 8

/** Address with the mixed-case checksum of EIP-55. @param address 0x and 40 hex digits, in any case */
export const checksumAddress = (address: string): `0x${string}` => {
  const digits = address.slice(2).toLowerCase()
  const hash = hexOf(keccak256(Buffer.from(digits))).slice(2)
  const cased = [...digits].map((digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= upperCaseFrom ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

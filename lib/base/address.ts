import { toHex } from './bytes.ts'
import { keccak256 } from './keccak.ts'

const upperCaseFrom = 8

/** Address with the mixed-case checksum of EIP-55. @param address 0x and 40 hex digits, in any case */
export const checksumAddress = (address: string): `0x${string}` => {
  const digits = address.slice(2).toLowerCase()
  const hash = toHex(keccak256(Buffer.from(digits))).slice(2)
  const cased = [...digits].map((digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= upperCaseFrom ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

import type { Hex } from '#lib/evm/chain/block.ts'

/** A call in packed bytes. */
export type PackedCall = { to: Hex; value: string; data: Hex }

const addressDigits = 40
const wordDigits = 64
const callsMax = 200

/** The digits of hex text from a place, as a number; NaN beyond the end or beyond what a length can be. */
const lengthAt = (digits: string, at: number): number => {
  const word = digits.slice(at, at + wordDigits)
  return word.length === wordDigits && /^0{56}/.test(word) ? Number.parseInt(word, 16) : Number.NaN
}

/**
 * The calls of a Safe's `multiSend(bytes)` (`MultiSend.sol`): for each one byte for the operation, 20 for the address, 32 for the value,
 * 32 for the length of the data, and the data. Undefined if the bytes are anything else.
 */
export const multiSendCalls = (transactions: string): PackedCall[] | undefined => {
  const digits = transactions.slice(2)
  const calls: PackedCall[] = []
  let at = 0
  while (at < digits.length && calls.length < callsMax) {
    const to = at + 2
    const value = to + addressDigits
    const data = value + 2 * wordDigits
    const end = data + 2 * lengthAt(digits, value + wordDigits)
    if (!(end <= digits.length)) return undefined
    calls.push({
      to: `0x${digits.slice(to, value)}`,
      value: String(BigInt(`0x${digits.slice(value, value + wordDigits)}`)),
      data: `0x${digits.slice(data, end)}`,
    })
    at = end
  }
  return calls
}

/** One call of an account by ERC-7579, `execute(bytes32 mode, bytes executionCalldata)`: 20 bytes address, 32 value, and the data. */
export const packedExecution = (text: string): PackedCall | undefined => {
  const digits = text.slice(2)
  const data = addressDigits + wordDigits
  if (digits.length < data) return undefined
  return {
    to: `0x${digits.slice(0, addressDigits)}`,
    value: String(BigInt(`0x${digits.slice(addressDigits, data)}`)),
    data: `0x${digits.slice(data)}`,
  }
}

/** `initCode` of ERC-4337: the factory's address and its call. */
export const factoryCall = (initCode: string): PackedCall | undefined => {
  const digits = initCode.slice(2)
  if (digits.length <= addressDigits) return undefined
  return { to: `0x${digits.slice(0, addressDigits)}`, value: '0', data: `0x${digits.slice(addressDigits)}` }
}

import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'

/** A node's response contradicts itself, the request or the protocol. None of it may be used; another node may be correct. */
export class InconsistentAnswer extends ServiceError {
  /** What is wrong, without a subject: "block 5 (0x…) has …". */
  readonly fault: string
  constructor(fault: string) {
    super('upstream_failed', `The node gave an answer that cannot be right, so it was not used: ${fault}.`)
    this.fault = fault
  }
}

/** Receipts of a block that were refused, left out, or are too few: another way to ask for them may have them. */
export class MissingReceipts extends InconsistentAnswer {}

/*
 * One value of a node's answer, in every spelling that nodes use for it. `undefined` is a value that the node does not
 * have: a missing field, null, empty text, and for bytes and addresses also `0x`. Anything else is a fault.
 */

type Read<T> = (value: unknown, name: string) => T

const hexQuantity = /^0x[0-9a-f]{0,64}$/i
const decimalQuantity = /^[0-9]{1,78}$/
const wholeBytes = /^0x(?:[0-9a-f]{2})*$/
const uint256Max = 2n ** 256n - 1n

const isNothing = (value: unknown): value is null | undefined | '' =>
  value === undefined || value === null || value === ''

/** Hex, as JSON-RPC has it; a JSON number or decimal text, as some nodes write it; `0x` for zero (older Ganache). */
export const readQuantity: Read<bigint | undefined> = (value, name) => {
  if (isNothing(value)) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value !== 'string') throw wrong(name, value)
  if (hexQuantity.test(value)) return value.length === 2 ? 0n : BigInt(value)
  const quantity = decimalQuantity.test(value) ? BigInt(value) : undefined
  if (quantity === undefined || quantity > uint256Max) throw wrong(name, value)
  return quantity
}

/** A quantity that is a safe integer: a number of a block, a position, seconds. */
export const readCount: Read<number | undefined> = (value, name) => {
  // Most values are of this form: they are read without a bigint.
  if (typeof value === 'string' && value.length > 2 && value.length < 14 && hexQuantity.test(value))
    return Number(value)
  const quantity = readQuantity(value, name)
  if (quantity === undefined) return undefined
  const count = Number(quantity)
  if (!Number.isSafeInteger(count)) throw wrong(name, value)
  return count
}

/** Bytes in lower case; empty for no value, and for `0x0`, which some nodes write for it. */
export const readBytes: Read<Hex> = (value, name) => {
  if (isNothing(value) || value === '0x0') return '0x'
  if (typeof value !== 'string') throw wrong(name, value)
  const text = wholeBytes.test(value) ? value : value.toLowerCase()
  if (!wholeBytes.test(text) || !isHex(text)) throw wrong(name, value)
  return text
}

const ofLength =
  (bytes: number): Read<Hex | undefined> =>
  (value, name) => {
    const read = readBytes(value, name)
    if (read.length === 2 + 2 * bytes) return read
    // Zeros of another length are no hash and no address either.
    if (/^0x0*$/.test(read)) return undefined
    throw wrong(name, value)
  }

export const readHash = ofLength(32)
export const readAddress = ofLength(20)

/** Zero and one, as numbers in any spelling or as booleans (Ganache). */
export const readFlag: Read<0 | 1 | undefined> = (value, name) => {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === '0x') return undefined
  const count = readCount(value, name)
  if (count !== undefined && count !== 0 && count !== 1) throw wrong(name, value)
  return count
}

/** A list; null is an empty one (old Geth, and some archives). */
export const readList = (value: unknown, name: string): unknown[] => {
  if (value === null) return []
  if (!Array.isArray(value)) throw wrong(name, value)
  return value
}

/** The same for a value that a node must have. @throws InconsistentAnswer without one. */
export const required =
  <T>(read: Read<T | undefined>): Read<T> =>
  (value, name) => {
    const found = read(value, name)
    if (found === undefined) throw wrong(name, value)
    return found
  }

const wrong = (name: string, value: unknown): InconsistentAnswer =>
  new InconsistentAnswer(`${name} is ${value === undefined ? 'missing' : shown(value)}`)

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

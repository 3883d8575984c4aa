import { toDigits } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'

/*
 * The logs bloom of a block: 2,048 bits, three of them set for every address and topic of its logs
 * (Ethereum Yellow Paper, §4.4.1). Hashing is the cost, so the three bits of a value are cached.
 */
let bitsOf = new Map<Hex, number>()
let olderBitsOf = new Map<Hex, number>()
const rememberedMax = 50_000
const bit = 2048

/** The three bit numbers of a value, each below 2,048, packed into one number. */
function bloomBits(value: Hex): number {
  const known = bitsOf.get(value) ?? olderBitsOf.get(value) ?? hashedBits(value)
  if (bitsOf.size >= rememberedMax) {
    olderBitsOf = bitsOf
    bitsOf = new Map()
  }
  bitsOf.set(value, known)
  return known
}

function hashedBits(value: Hex): number {
  const hash = keccak256(Buffer.from(value.slice(2), 'hex'))
  const at = (index: number): number => (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & (bit - 1)
  return at(0) + at(2) * bit + at(4) * bit * bit
}

/** A bloom being built from logs. */
export class Bloom {
  readonly #bytes = new Uint8Array(256)

  add(value: Hex): void {
    const bits = bloomBits(value)
    this.#set(bits % bit)
    this.#set(Math.floor(bits / bit) % bit)
    this.#set(Math.floor(bits / (bit * bit)))
  }

  equals(bloom: Hex): boolean {
    return Buffer.from(bloom.slice(2), 'hex').equals(this.#bytes)
  }

  /** Its 256 bytes in hex digits. */
  digits(): string {
    return toDigits(this.#bytes)
  }

  #set(number: number): void {
    const at = 255 - (number >> 3)
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (number & 7))
  }
}

/** Whether a block with this bloom may contain a log with that address or topic; false is certain. */
export function bloomMayHold(bloom: Hex, value: Hex): boolean {
  const bits = bloomBits(value)
  return [bits % bit, Math.floor(bits / bit) % bit, Math.floor(bits / (bit * bit))].every((number) => {
    const digit = Number.parseInt(bloom.charAt(513 - (number >> 2)), 16)
    return ((digit >> (number & 3)) & 1) === 1
  })
}

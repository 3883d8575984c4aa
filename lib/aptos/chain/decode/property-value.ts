import { BcsReader } from '#lib/base/bcs-reader.ts'
import { toBytes, toInteger } from '#lib/base/bytes.ts'

const numberBytes: Partial<Record<string, number>> = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, u256: 32 }

/**
 * The value of a property, the BCS of its type in hex, as text. It stays hex where it has no plain text (an address, a custom
 * type) or does not match its type.
 */
export const propertyValue = (type: string | undefined, hex: string): string => {
  if (type === undefined || !/^0x([0-9a-f]{2})*$/i.test(hex)) return hex
  const bytes = toBytes(hex)
  if (type === 'string') return bcsText(bytes) ?? hex
  if (type === 'bool' && bytes.length === 1 && (bytes[0] ?? 2) < 2) return bytes[0] === 1 ? 'true' : 'false'
  return numberBytes[type] === bytes.length ? littleEndian(bytes) : hex
}

const bcsText = (bytes: Uint8Array): string | undefined => {
  try {
    const reader = new BcsReader(bytes)
    const text = reader.text()
    return reader.isAtEnd ? text : undefined
  } catch {
    return undefined
  }
}

const littleEndian = (bytes: Uint8Array): string => toInteger(bytes.toReversed()).toString()

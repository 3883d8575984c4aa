import * as z from 'zod'
import { BcsReader } from '#lib/encoding/bcs-reader.ts'

/** `0x3::property_map::PropertyMap` as returned by the node; each value is the BCS of its type in hex. */
const propertyMap = z.object({
  map: z.object({
    data: z.array(z.object({ key: z.string(), value: z.object({ type: z.string(), value: z.string() }) })),
  }),
})

export type PropertyMapJson = z.output<typeof propertyMap>

const numberBytes: Record<string, number> = { u8: 1, u64: 8, u128: 16 }

/**
 * The properties as JSON text of an object of texts, in order. Values without plain text (an address, a custom type,
 * bytes that do not match their type) stay hex; anything other than a property map is unchanged.
 */
export const propertiesText = (json: unknown): string => {
  const read = propertyMap.safeParse(json)
  if (!read.success) return JSON.stringify(json ?? {})
  const entries = read.data.map.data.map(({ key, value }) => [key, valueText(value.type, value.value)] as const)
  // Not an object literal: a key may be `__proto__`.
  return JSON.stringify(Object.fromEntries(entries))
}

const valueText = (type: string, hex: string): string => {
  if (!/^0x([0-9a-f]{2})*$/i.test(hex)) return hex
  const bytes = Buffer.from(hex.slice(2), 'hex')
  if (type === '0x1::string::String') return bcsText(bytes) ?? hex
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

const littleEndian = (bytes: Buffer): string => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`).toString()

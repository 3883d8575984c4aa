import * as z from 'zod'
import { BcsReader } from '#lib/encoding/bcs-reader.ts'

/** `0x4::property_map::PropertyMap`; each value is the BCS of its type in hex. */
const propertyMap = z.object({
  inner: z.object({
    data: z.array(z.object({ key: z.string(), value: z.object({ type: z.number(), value: z.string().max(20_000) }) })),
  }),
})

/** The types of 0x4::property_map, in the order of their numbers. */
const types = ['bool', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'address', 'bytes', 'string'] as const
const numberBytes: Partial<Record<(typeof types)[number], number>> = {
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  u128: 16,
  u256: 32,
}
const propertiesMax = 200

/** The properties as texts, in order; a value that does not match its type stays hex. */
export const propertyTexts = (data: unknown): Record<string, string> => {
  const read = propertyMap.safeParse(data).data?.inner.data ?? []
  return Object.fromEntries(
    read.slice(0, propertiesMax).map(({ key, value }) => [key, textOf(types[value.type], value.value)]),
  )
}

const textOf = (type: (typeof types)[number] | undefined, hex: string): string => {
  if (!/^0x([0-9a-f]{2})*$/i.test(hex)) return hex
  const bytes = Buffer.from(hex.slice(2), 'hex')
  if (type === 'bool' && bytes.length === 1) return bytes[0] === 0 ? 'false' : 'true'
  if (type !== undefined && numberBytes[type] === bytes.length && bytes.length > 0)
    return BigInt(`0x${bytes.reverse().toString('hex')}`).toString()
  return (type === 'string' ? bcsText(bytes) : undefined) ?? hex
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

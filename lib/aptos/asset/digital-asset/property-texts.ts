import * as z from 'zod'
import { propertyValue } from '#lib/aptos/chain/decode/property-value.ts'

/** `0x4::property_map::PropertyMap`; each value is the BCS of its type in hex. */
const propertyMap = z.object({
  inner: z.object({
    data: z.array(z.object({ key: z.string(), value: z.object({ type: z.number(), value: z.string().max(20_000) }) })),
  }),
})

/** The types of 0x4::property_map, in the order of their numbers. */
const types = ['bool', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'address', 'bytes', 'string'] as const
const propertiesMax = 200

/** The properties as texts, in order; a value that does not match its type stays hex. */
export const propertyTexts = (data: unknown): Record<string, string> => {
  const read = propertyMap.safeParse(data).data?.inner.data ?? []
  return Object.fromEntries(
    read.slice(0, propertiesMax).map(({ key, value }) => [key, propertyValue(types[value.type], value.value)]),
  )
}

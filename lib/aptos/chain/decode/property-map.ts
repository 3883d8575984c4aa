import * as z from 'zod'
import { propertyValue } from './property-value.ts'

/** `0x3::property_map::PropertyMap` as returned by the node; each value is the BCS of its type in hex. */
const propertyMap = z.object({
  map: z.object({
    data: z.array(z.object({ key: z.string(), value: z.object({ type: z.string(), value: z.string() }) })),
  }),
})

export type PropertyMapJson = z.output<typeof propertyMap>

/**
 * The properties as JSON text of an object of texts, in order. Values without plain text (an address, a custom type,
 * bytes that do not match their type) stay hex; anything other than a property map is unchanged.
 */
export const propertiesText = (json: unknown): string => {
  const read = propertyMap.safeParse(json)
  if (!read.success) return JSON.stringify(json ?? {})
  const entries = read.data.map.data.map(
    ({ key, value }) => [key, propertyValue(shortType(value.type), value.value)] as const,
  )
  // Not an object literal: a key may be `__proto__`.
  return JSON.stringify(Object.fromEntries(entries))
}

/** The only type that has a name besides the numbers and `bool`. */
const shortType = (type: string): string => (type === '0x1::string::String' ? 'string' : type)

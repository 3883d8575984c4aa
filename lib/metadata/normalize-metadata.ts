import { type Fields, isFields } from '#lib/api/is-fields.ts'
import type { NormalizedMetadata } from '#lib/api/token-metadata.ts'

type Attribute = NonNullable<NormalizedMetadata['attributes']>[number]

const attributesMax = 1_000

/**
 * A token's document in the format of the interface, whatever format its author chose. Never throws; missing or unknown
 * values are null. Attributes may be objects, bare values, or a map from trait to value, under `attributes`, `traits`
 * or `properties`, also as JSON text.
 */
export const normalizeMetadata = (document: unknown): NormalizedMetadata => {
  const fields = isFields(document) ? document : {}
  return {
    name: textOf(fields.name) ?? textOf(fields.title),
    description: textOf(fields.description),
    animation_url: firstText(fields, ['animation_url', 'animationUrl', 'animation', 'youtube_url']),
    external_link: firstText(fields, ['external_url', 'external_link', 'externalUrl', 'home_url']),
    image: imageOf(fields),
    attributes: attributesOf(fields),
  }
}

/** The URI of the image; SVG inside the document becomes a `data:` URI. */
const imageOf = (fields: Fields): string | null => {
  const named = firstText(fields, ['image', 'image_url', 'imageUrl', 'image_uri', 'imageURI'])
  if (named !== null) return named.startsWith('<svg') ? svgUri(named) : named
  const drawn = firstText(fields, ['image_data', 'svg_image_data', 'imageData'])
  if (drawn === null) return null
  return /^\s*</.test(drawn) ? svgUri(drawn) : drawn
}

const svgUri = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const attributesOf = (fields: Fields): Attribute[] => {
  for (const name of ['attributes', 'traits', 'properties']) {
    const value = parsedText(fields[name])
    const attributes = Array.isArray(value)
      ? value.map(listedAttribute)
      : isFields(value)
        ? mappedAttributes(value)
        : []
    if (attributes.length > 0) return attributes.slice(0, attributesMax)
  }
  return []
}

const listedAttribute = (entry: unknown): Attribute => {
  if (!isFields(entry)) return attribute(null, entry)
  const trait = firstText(entry, ['trait_type', 'traitType', 'trait', 'name', 'key', 'type'])
  if ('value' in entry) return attribute(trait, entry.value, entry)
  const [only, ...others] = Object.entries(entry)
  // `{ "Background": "Blue" }` in a list: the one field is the trait.
  if (only && others.length === 0) return attribute(only[0], only[1])
  return attribute(trait, firstText(entry, ['trait_value', 'val', 'text']), entry)
}

/** `{ "Background": "Blue" }`, or EIP-1155's `{ "background": { "name": …, "value": … } }`. */
const mappedAttributes = (map: Fields): Attribute[] =>
  Object.entries(map).map(([trait, value]) =>
    isFields(value) && 'value' in value
      ? attribute(firstText(value, ['trait_type', 'display_name', 'name']) ?? trait, value.value, value)
      : attribute(trait, value),
  )

const attribute = (trait: string | null, value: unknown, entry: Fields = {}): Attribute => ({
  trait_type: trait,
  value: attributeValue(value),
  display_type: textOf(entry.display_type) ?? textOf(entry.displayType),
  max_value: numberOf(entry.max_value) ?? numberOf(entry.maxValue),
  trait_count: numberOf(entry.trait_count) ?? 0,
  order: numberOf(entry.order),
})

const attributeValue = (value: unknown): Attribute['value'] => {
  if (typeof value === 'string') return clean(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return value === null || value === undefined ? null : clean(JSON.stringify(value))
}

const firstText = (fields: Fields, names: readonly string[]): string | null => {
  for (const name of names) {
    const text = textOf(fields[name])
    if (text !== null) return text
  }
  return null
}

const textOf = (value: unknown): string | null => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || value.trim() === '') return null
  return clean(value)
}

const numberOf = (value: unknown): number | null => {
  if (value === null || value === '' || typeof value === 'boolean') return null
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** NUL cannot be stored, half a surrogate pair cannot be sent. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const parsedText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

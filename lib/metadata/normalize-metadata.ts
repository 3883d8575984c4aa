import type { NormalizedMetadata } from '#lib/api/token-metadata.ts'
import { parseExact, stringifyExact } from '#lib/base/exact-json.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import { resolveReference } from '#lib/outbound/token-uri.ts'

type Attribute = NonNullable<NormalizedMetadata['attributes']>[number]

const attributesMax = 1_000

/** The names under which wallets and marketplaces look for each part, the most specific first. */
const imageNames = [
  ...['image', 'image_url', 'imageUrl', 'image_uri', 'imageURI', 'imageURL', 'image_original_url', 'image_hd'],
  ...[
    'displayUri',
    'artifactUri',
    'picture',
    'picture_url',
    'img',
    'img_url',
    'photo',
    'artwork',
    'media',
    'media_url',
  ],
  ...[
    'file',
    'file_url',
    'asset',
    'preview_image',
    'image_preview',
    'image_preview_url',
    'preview',
    'cover',
    'logo',
    'icon',
  ],
  ...['image_thumbnail', 'image_thumbnail_url', 'thumbnail', 'thumbnail_url', 'thumbnailUri', 'avatar', 'gif'],
]
const drawnNames = ['image_data', 'svg_image_data', 'imageData', 'svg', 'svg_data']
const animationNames = [
  ...['animation_url', 'animationUrl', 'animationURL', 'animation', 'animation_uri', 'video', 'video_url', 'movie'],
  ...['audio', 'audio_url', 'youtube_url', 'interactive_url'],
]
const linkNames = ['external_url', 'external_link', 'externalUrl', 'externalUri', 'home_url']

/**
 * A token's document in the format of the interface, whatever format its author chose. Never throws; missing or unknown
 * values are null. Attributes may be objects, bare values, or a map from trait to value, under `attributes`, `traits`
 * or `properties`, also as JSON text. References are resolved against `base`, the URI of the document.
 */
export const normalizeMetadata = (document: unknown, base: string | null = null): NormalizedMetadata => {
  const fields = valuesOf(isFields(document) ? document : {})
  // EIP-1155 has them there in its own example, as Enjin does.
  const properties = isFields(fields.properties) ? fields.properties : {}
  const own = { ...properties, ...withoutNothing(fields) }
  return {
    name: plainText(own.name) ?? plainText(own.title),
    description: plainText(own.description),
    animation_url: resolved(firstReference(own, animationNames), base),
    external_link: firstText(own, linkNames),
    image: resolved(imageOf(own), base),
    attributes: attributesOf(fields),
  }
}

/**
 * Some collections fill the JSON schema of EIP-721 ("Asset Metadata") with their values as descriptions: those are meant,
 * never the schema's own title.
 */
const valuesOf = (fields: Fields): Fields => {
  const { properties } = fields
  if (fields.type !== 'object' || !isFields(properties)) return fields
  const named = Object.entries(properties).filter(([, property]) => isFields(property) && 'type' in property)
  if (named.length === 0) return fields
  const values = named.map(([name, property]) => {
    const { value, description, default: preset } = isFields(property) ? property : {}
    return [name, value ?? description ?? preset] as const
  })
  const { title, type, properties: schema, ...rest } = fields
  return { ...rest, ...Object.fromEntries(values) }
}

const withoutNothing = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

/** The URI of the image; SVG or bytes inside the document become a `data:` URI. */
const imageOf = (fields: Fields): string | null => {
  const named = firstReference(fields, imageNames) ?? pictureAmongFiles(fields.files)
  const drawn = named ?? firstReference(fields, drawnNames)
  if (drawn === null) return null
  if (/^\s*<(?:svg|\?xml)/i.test(drawn)) return dataUri('image/svg+xml', Buffer.from(drawn).toString('base64'))
  const kind = base64Kinds.find(([start]) => drawn.startsWith(start))?.[1]
  const bytes = kind && drawn.replaceAll(/\s/g, '')
  return kind && bytes && /^[\w+/-]{64,}={0,2}$/.test(bytes) ? dataUri(kind, bytes) : drawn
}

const dataUri = (mimetype: string, base64: string): string => `data:${mimetype};base64,${base64}`

/** The first characters of pictures in base64, which some documents have without `data:`. */
const base64Kinds: readonly (readonly [start: string, mimetype: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['PHN2Zy', 'image/svg+xml'],
  ['PD94bWwg', 'image/svg+xml'],
]

/** `files` of a document: `[{ "uri": …, "type": "image/png" }]`. */
const pictureAmongFiles = (files: unknown): string | null => {
  for (const file of Array.isArray(files) ? files.slice(0, attributesMax) : []) {
    const type = isFields(file) ? (textOf(file.type) ?? textOf(file.mimeType) ?? textOf(file.mediaType)) : null
    if (type?.startsWith('image')) return referenceOf(file)
  }
  return null
}

const resolved = (reference: string | null, base: string | null): string | null =>
  reference === null || base === null ? reference : resolveReference(reference, base)

const firstReference = (fields: Fields, names: readonly string[]): string | null => {
  for (const name of names) {
    const reference = referenceOf(fields[name])
    if (reference !== null) return reference
  }
  return null
}

/** A URI as text, as the first of several, or inside an object. */
const referenceOf = (value: unknown): string | null => {
  if (typeof value === 'string') return textOf(value)
  const one = Array.isArray(value) ? value[0] : value
  if (typeof one === 'string') return textOf(one)
  return isFields(one) ? firstText(one, ['url', 'uri', 'src', 'href', 'image', 'value', 'original', 'gateway']) : null
}

const attributesOf = (fields: Fields): Attribute[] => {
  for (const name of ['attributes', 'traits', 'properties']) {
    const value = parsedText(fields[name])
    const attributes = Array.isArray(value)
      ? value.slice(0, attributesMax).map(listedAttribute)
      : isFields(value)
        ? mappedAttributes(value)
        : []
    if (attributes.length > 0) return attributes
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
  Object.entries(map)
    .slice(0, attributesMax)
    .map(([trait, value]) =>
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

/** An integer that a number of JavaScript cannot hold is text, so that its digits stay. */
const attributeValue = (value: unknown): Attribute['value'] => {
  if (typeof value === 'string') return clean(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return String(value)
  return value === null || value === undefined ? null : clean(stringifyExact(value))
}

const firstText = (fields: Fields, names: readonly string[]): string | null => {
  for (const name of names) {
    const text = textOf(fields[name])
    if (text !== null) return text
  }
  return null
}

/** A name or description; some have one for each language, or in an object. */
const plainText = (value: unknown): string | null =>
  isFields(value) ? firstText(value, ['value', 'en', 'en-US', 'default', 'description']) : textOf(value)

const textOf = (value: unknown): string | null => {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string' || value.trim() === '') return null
  return clean(value)
}

const numberOf = (value: unknown): number | null => {
  if (value === null || value === '' || typeof value === 'boolean') return null
  const number = typeof value === 'string' || typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** NUL cannot be stored, half a surrogate pair cannot be sent. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const parsedText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return parseExact(value)
  } catch {
    return undefined
  }
}

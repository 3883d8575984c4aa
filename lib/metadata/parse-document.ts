import { refuseDeep } from '#lib/api/input/parse-json.ts'
import { parseExact, stringifyExact } from '#lib/base/exact-json.ts'
import { decodeText } from './decode-text.ts'
import { repairedJson } from './repaired-json.ts'

/** A token's document as stored: JSON text that PostgreSQL can store and every client can parse. Large integers of `value` are `bigint`. */
export type ParsedDocument = { text: string; value: unknown }

const depthMax = 64

type Given = { contentType: string; charset?: string | undefined; body: Uint8Array; uri: string }

/**
 * Parses an untrusted document: what its bytes are decides, and what its host calls it only where they say nothing. An
 * image or film in place of JSON becomes a document that refers to it. Undefined if it is neither JSON nor media, such as
 * an HTML error page. `{id}` is replaced where the standard says so.
 */
export const parseDocument = (
  { contentType, charset, body, uri }: Given,
  substitute: (text: string) => string = (text) => text,
): ParsedDocument | undefined => {
  const text = substitute(decodeText(body, charset).trim())
  const document = /^[{[]/.test(text) ? (written(text) ?? repaired(text)) : undefined
  if (document) return document
  if (/^image\//.test(contentType)) return mediaDocument({ image: uri })
  return /^(video|audio)\//.test(contentType) ? mediaDocument({ animation_url: uri }) : undefined
}

/** Its own text: every digit and every space stays. */
const written = (text: string): ParsedDocument | undefined => documentOf(() => storable(text))
const repaired = (text: string): ParsedDocument | undefined =>
  documentOf(() => storable(stringifyExact(parseExact(repairedJson(text)))))
const mediaDocument = (value: object): ParsedDocument => ({ text: JSON.stringify(value), value })

const documentOf = (read: () => string): ParsedDocument | undefined => {
  try {
    const text = read()
    refuseDeep(text, depthMax)
    const value = parseExact(text)
    return typeof value === 'object' && value !== null ? { text, value } : undefined
  } catch {
    return undefined
  }
}

/** An escaped NUL or half a surrogate pair is valid JSON, but neither stored text nor strict clients accept them. */
const storable = (text: string): string =>
  text
    .toWellFormed()
    // Every escape is consumed once, so that an escaped backslash before a `u` is not mistaken for one.
    .replaceAll(
      /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\(?:u([0-9a-f]{4})|.)/gis,
      (written, high, _low, unit = '') => {
        if (high !== undefined) return written
        if (unit === '0000') return ''
        return /^d[89a-f]/i.test(unit) ? '\uFFFD' : written
      },
    )

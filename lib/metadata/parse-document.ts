import { isUtf8 } from 'node:buffer'
import { jsonrepair } from 'jsonrepair'
import { refuseDeep } from '#lib/api/input/parse-json.ts'
import { parseExact, stringifyExact } from '#lib/base/exact-json.ts'

/**
 * The text of an untrusted document: by its byte order mark, then by the charset that its host names, then UTF-8 if its
 * bytes are that, UTF-16 if every other byte of its start is zero, and otherwise windows-1252, as browsers do.
 */
const decodeText = (body: Uint8Array, charset: string | undefined): string => {
  const marked = markOf(body)
  if (marked) return new TextDecoder(marked).decode(body)
  const named = charset && !/^utf-?8$/i.test(charset) ? decoderOf(charset) : undefined
  if (named) return named.decode(body)
  const wide = wideOf(body)
  if (wide) return new TextDecoder(wide).decode(body)
  return new TextDecoder(isUtf8(body) ? 'utf-8' : 'windows-1252').decode(body)
}

const markOf = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** JSON starts with a character of ASCII, so that half of its first bytes are zero. */
const wideOf = ([first, second, third, fourth]: Uint8Array): string | undefined => {
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : undefined
}

const decoderOf = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

/**
 * The JSON that an author meant: with trailing commas, raw line breaks in texts, single quotes, NaN, comments or unquoted
 * names. What does not end as an object or a list is not repaired: it may have been cut off. @throws for any other text.
 */
const repairedJson = (text: string): string => {
  const last = text.trimEnd().at(-1)
  if (last !== '}' && last !== ']') throw new SyntaxError('The text does not end as an object or a list.')
  return jsonrepair(text)
}

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

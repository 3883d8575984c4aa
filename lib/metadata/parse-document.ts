import { isUtf8 } from 'node:buffer'
import { jsonrepair } from 'jsonrepair'
import { refuseOverLimit } from '#lib/api/input/parse-json.ts'
import { parseExact, stringifyExact } from '#lib/base/exact-json.ts'
import { sniffMedia } from '#lib/media/sniff-media.ts'
import { type FetchFault, firstAnswer } from '#lib/outbound/fetch-fault.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import { readUri, type UriOptions, withId } from '#lib/outbound/token-uri.ts'

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
    refuseOverLimit(text, depthMax)
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

type Content = { contentType: string; charset?: string | undefined; body: Uint8Array }

/** The sources of documents. */
export type DocumentSources = {
  outbound: Pick<Outbound, 'fetch'>
  uriOptions: Omit<UriOptions, 'substitute'>
  /** Documents bundled with the product, by their URI; checked before fetching. */
  localDocument?: (uri: string) => Promise<Content | undefined>
  /** Time limit of one source, including redirects and body; default 10 s. */
  fetchMs?: number
}

/** Maximum size of a document, and of a URI that contains one. */
export const documentBytesMax = 1024 * 1024
const fetchMsDefault = 10_000
const accept = 'application/json, image/*;q=0.8, */*;q=0.5'

/**
 * Reads the document of a token's URI. `{id}` is replaced in the URI and in the document if `tokenId` is given. Bounded
 * in size and time; failures are returned as faults, never thrown.
 */
export const readDocument = async (
  uri: string,
  tokenId: string | undefined,
  { outbound, uriOptions, localDocument, fetchMs = fetchMsDefault }: DocumentSources,
  signal?: AbortSignal,
): Promise<{ document: ParsedDocument } | FetchFault> => {
  if (uri.length > documentBytesMax) return tooLarge
  const substitute = (text: string): string => (tokenId === undefined ? text : withId(text, tokenId))
  const read = (content: Content, from: string): { document: ParsedDocument } | FetchFault => {
    if (content.body.length > documentBytesMax) return tooLarge
    const contentType = mediaTypeOf(content.body) ?? content.contentType
    const document = parseDocument({ ...content, contentType, uri: from }, substitute)
    return document && document.text.length <= textMax ? { document } : noDocument
  }

  const written = substitute(uri.trim())
  const local = await localDocument?.(written)
  if (local) return read(local, written)
  const target = readUri(uri, { ...uriOptions, ...(tokenId !== undefined && { substitute: { tokenId } }) })
  if (target.kind === 'invalid') return invalid
  if (target.kind === 'inline') return read(target, written)
  const limits = { bytesMax: documentBytesMax, totalMs: fetchMs, accept, signal, isEnough: isMedia }
  const readAt = async (url: string) => read(await outbound.fetch(url, limits), written)
  return (await firstAnswer(target.urls, readAt, signal)) ?? invalid
}

/** By its first bytes. Markup may be anything: there, the type that its host states decides. */
const mediaTypeOf = (start: Uint8Array): string | undefined => {
  const mimetype = sniffMedia(start)?.mimetype
  return mimetype === 'image/svg+xml' ? undefined : mimetype
}

/** A document that is a picture or a film refers to itself: only its start is read, however large it is. */
const isMedia = (start: Uint8Array): boolean => mediaTypeOf(start) !== undefined

/** Escapes are written out when a document is stored: some grow. */
const textMax = 4 * documentBytesMax

const tooLarge: FetchFault = { fault: 'unsupported_media', message: 'The document is larger than 1 MiB.' }
const noDocument: FetchFault = { fault: 'unsupported_media', message: 'The document is neither JSON nor media.' }
const invalid: FetchFault = { fault: 'invalid_url', message: 'The scheme of the token URI is not supported.' }

import { sniffMedia } from '#lib/media/sniff-media.ts'
import type { FetchFault } from '#lib/outbound/fetch-fault.ts'
import { firstAnswer } from '#lib/outbound/first-answer.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import { readUri, type UriOptions, withId } from '#lib/outbound/token-uri.ts'
import { type ParsedDocument, parseDocument } from './parse-document.ts'

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

import { finished, Readable } from 'node:stream'
import { toBytes } from '#lib/base/bytes.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import { type OpenedBody, OutboundError } from '#lib/outbound/outbound-error.ts'
import { readUri, type UriOptions } from '#lib/outbound/token-uri.ts'
import type { Store } from '#lib/store/store.ts'
import type { MediaTables } from './media-tables.ts'

/** A part of a file, both ends included. */
type BytePart = { first: number; last: number }

/**
 * Parses a `Range` header (RFC 9110, 14.2) for a file of `length` bytes: one part, `whole` without a supported range,
 * `none` if it is outside the file.
 */
export const bytePart = (header: string | null, length: number): BytePart | 'whole' | 'none' => {
  const range = singleRange(header)
  if (range === undefined) return 'whole'
  const [first, last] = range
  if (first === undefined) {
    const suffix = last ?? 0
    return suffix === 0 || length === 0 ? 'none' : { first: Math.max(0, length - suffix), last: length - 1 }
  }
  return first < length ? { first, last: Math.min(last ?? length - 1, length - 1) } : 'none'
}

/** The header in canonical form for an upstream: one range; undefined for others. */
export const passableRange = (header: string | null): string | undefined => {
  const [first, last] = singleRange(header) ?? []
  return first === undefined && last === undefined ? undefined : `bytes=${first ?? ''}-${last ?? ''}`
}

const singleRange = (header: string | null): [first: number | undefined, last: number | undefined] | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  return [first === '' ? undefined : Number(first), last === '' ? undefined : Number(last)]
}

/** Sources of originals, and how many are streamed at a time. */
export type OriginalSources = {
  outbound: Pick<Outbound, 'open'>
  uriOptions: Omit<UriOptions, 'substitute'>
  localDocument?: (uri: string) => Promise<{ body: Uint8Array } | undefined>
  /** The visitor that a request is counted for; without it, only the total is limited. */
  visitorOf?: (request: Request) => string
  atOnce?: number
  atOncePerVisitor?: number
}

/** Limits for one video or audio file, and for one request. */
const originalBytesMax = 200 * 1024 * 1024
const openMs = 10_000
const totalMs = 10 * 60_000
const cacheSeconds = 3_600

/** Image types that contain nothing but an image; videos and audio are passed on in any format. */
const passableImages = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

/**
 * Streams the original media of a known key, including ranges. Only if its bytes were detected as video, audio or a
 * plain image, and with that type; never SVG or HTML.
 */
export const createOriginals = (store: Store<MediaTables>, sources: OriginalSources) => {
  const { visitorOf, atOnce = 24, atOncePerVisitor = visitorOf ? 6 : atOnce } = sources
  const passing = new Map<string, number>()
  let passingAll = 0

  /** Reserves a slot for one body until the returned function is called. */
  const enter = (visitor: string): (() => void) | undefined => {
    const own = passing.get(visitor) ?? 0
    if (passingAll >= atOnce || own >= atOncePerVisitor) return undefined
    passingAll += 1
    passing.set(visitor, own + 1)
    return () => {
      passingAll -= 1
      const left = (passing.get(visitor) ?? 1) - 1
      if (left > 0) passing.set(visitor, left)
      else passing.delete(visitor)
    }
  }

  return async (request: Request, mediaKey: string, headers: Readonly<Record<string, string>>): Promise<Response> => {
    const media = await readPassable(store, mediaKey)
    if (!media) return plain(404, 'Media not found.', headers)
    const typed = {
      ...headers,
      'content-type': media.mimetype,
      'accept-ranges': 'bytes',
      'cache-control': `public, max-age=${cacheSeconds}`,
    }
    if (request.method === 'HEAD') return new Response(null, { headers: typed })
    const local = await sources.localDocument?.(media.uri.trim())
    const target = local ? { kind: 'inline' as const, body: local.body } : readUri(media.uri, sources.uriOptions)
    if (target.kind === 'inline') return fromMemory(request, target.body, typed)
    if (target.kind === 'invalid') return plain(404, 'Media not found.', headers)
    const leave = enter(visitorOf?.(request) ?? '')
    if (!leave) return plain(503, 'Too many originals are being streamed.', { ...headers, 'retry-after': '2' })
    try {
      const opened = await openFirst(target.urls, request, sources.outbound)
      finished(opened.body, leave)
      return passOn(opened, typed)
    } catch (error) {
      leave()
      if (!(error instanceof OutboundError)) throw error
      return refusal(error, headers)
    }
  }
}

const readPassable = async ({ db }: Store<MediaTables>, mediaKey: string) => {
  const row = await db
    .selectFrom('evm_media')
    .select(['uri', 'category', 'mimetype'])
    .where('media_key', '=', toBytes(`0x${mediaKey}`))
    .where('status', '=', 'success')
    .executeTakeFirst()
  if (!row?.mimetype) return undefined
  const { uri, category, mimetype } = row
  return category !== 'image' || passableImages.has(mimetype) ? { uri, mimetype } : undefined
}

/** The first source that has it; otherwise the last failure. */
const openFirst = async (
  urls: readonly string[],
  request: Request,
  outbound: Pick<Outbound, 'open'>,
): Promise<OpenedBody> => {
  const range = passableRange(request.headers.get('range'))
  const limits = { bytesMax: originalBytesMax, openMs, totalMs, range, signal: request.signal }
  let fault: unknown
  for (const url of urls) {
    try {
      const opened = await outbound.open(url, limits)
      if ((opened.part?.of ?? 0) <= originalBytesMax) return opened
      opened.body.destroy()
      throw new OutboundError('unsupported_media', 'The original is too large to be streamed.')
    } catch (error) {
      fault = error
      const isRefusedRange = error instanceof OutboundError && error.status === 416
      if (request.signal.aborted || isRefusedRange) break
    }
  }
  throw fault
}

const passOn = ({ body, length, part }: OpenedBody, headers: Readonly<Record<string, string>>): Response =>
  new Response(Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      ...(length !== undefined && { 'content-length': String(length) }),
      ...(part && { 'content-range': `bytes ${part.first}-${part.last}/${part.of}` }),
    },
  })

const fromMemory = (request: Request, body: Uint8Array, headers: Readonly<Record<string, string>>): Response => {
  const part = bytePart(request.headers.get('range'), body.length)
  if (part === 'none') return refusedRange({ ...headers, 'content-range': `bytes */${body.length}` })
  if (part === 'whole')
    return new Response(Buffer.from(body), { headers: { ...headers, 'content-length': String(body.length) } })
  return new Response(Buffer.from(body.subarray(part.first, part.last + 1)), {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(part.last - part.first + 1),
      'content-range': `bytes ${part.first}-${part.last}/${body.length}`,
    },
  })
}

const refusal = (error: OutboundError, headers: Readonly<Record<string, string>>): Response => {
  if (error.status === 416) return refusedRange(headers)
  if (error.fault === 'temporarily_unavailable')
    return plain(503, 'The original is not available at the moment.', { ...headers, 'retry-after': '30' })
  return plain(502, 'The original is not available from its host.', headers)
}

const refusedRange = (headers: Readonly<Record<string, string>>): Response =>
  plain(416, 'The requested range is outside the original.', headers)

const plain = (status: number, text: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(text, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

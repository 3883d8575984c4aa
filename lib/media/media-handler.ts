import type { Outbound } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'
import type { Store } from '#lib/store/store.ts'
import type { MediaTables } from './media-tables.ts'
import { createOriginals, type OriginalSources } from './original-media.ts'
import {
  createPreviewFiles,
  type MediaPath,
  makeAgain,
  type PreviewFiles,
  type PreviewName,
  parseMediaPath,
  previewMimetype,
  previewPath,
} from './preview-files.ts'

/** A preview from the hosted service; undefined if it has none, or sends anything other than a preview. */
type HostedPreviews = (contentHash: string, name: PreviewName, signal: AbortSignal) => Promise<Uint8Array | undefined>

/** Far more than a preview of 500 pixels takes. */
const previewBytesMax = 1024 * 1024
const totalMs = 10_000

/** Passes on previews of the hosted service, so that browsers only contact this server. */
export const createHostedPreviews =
  (baseUrl: string, outbound: Pick<Outbound, 'fetch'>): HostedPreviews =>
  async (contentHash, name, signal) => {
    const url = new URL(previewPath(contentHash, name), baseUrl).href
    try {
      const { body, contentType } = await outbound.fetch(url, {
        bytesMax: previewBytesMax,
        totalMs,
        accept: previewMimetype,
        signal,
      })
      return contentType === previewMimetype && isWebp(body) ? body : undefined
    } catch (error) {
      if (error instanceof OutboundError) return undefined
      throw error
    }
  }

/** Whether the bytes are a RIFF container of type WEBP, whatever the content type says. */
const isWebp = (body: Uint8Array): boolean => {
  const text = Buffer.from(body.subarray(0, 12)).toString('latin1')
  return text.startsWith('RIFF') && text.endsWith('WEBP')
}

export type MediaHandlerParts = {
  store: Store<MediaTables>
  /** The folder in which the worker stores previews. */
  directory: string
  originals: OriginalSources
  /** Called for previews that this server does not have. */
  hosted?: HostedPreviews
  log: { warn(facts: object, text: string): void }
  /** Unix milliseconds. */
  now?: () => number
}

/** Responses may be embedded anywhere, and never run as documents of this site. */
const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
}

/**
 * Serves `/media/<content hash>/low.webp`, `medium` and `high`, and `/media/original/<key>`. Everything else below
 * `/media` is 404. A preview with a missing file is 404 too, and is made again.
 */
export const createMediaHandler = ({ store, directory, originals, hosted, log, now = Date.now }: MediaHandlerParts) => {
  const files = createPreviewFiles(directory)
  const original = createOriginals(store, originals)
  return async (request: Request): Promise<Response> => {
    const refused = refusedMethod(request.method)
    if (refused) return refused
    const path = parseMediaPath(new URL(request.url).pathname)
    if (!path) return notFound()
    if (path.kind === 'original') return await original(request, path.mediaKey, headers)
    const preview = await servePreview(request, path, files)
    if (preview) return preview
    const relayed = await hosted?.(path.contentHash, path.name, request.signal)
    if (relayed) return previewResponse(request, path, relayed)
    await makeAgain(store.db, Buffer.from(path.contentHash, 'hex'), now()).catch((error: unknown) =>
      log.warn({ err: error }, 'could not request a missing preview'),
    )
    return notFound()
  }
}

/** Undefined if its file is missing. */
const servePreview = async (
  request: Request,
  path: PreviewPath,
  files: PreviewFiles,
): Promise<Response | undefined> => {
  const { headers: asked } = request
  const { etag, ...lasting } = lastingHeaders(path)
  const known = asked.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers: { ...lasting, etag } })
  const file = await files.read(path.contentHash, path.name)
  return file && previewResponse(request, path, file)
}

type PreviewPath = Extract<MediaPath, { kind: 'preview' }>

/** A content hash names the same bytes forever. */
const lastingHeaders = ({ contentHash, name }: PreviewPath) => ({
  ...headers,
  etag: `"${contentHash}-${name}"`,
  'cache-control': 'public, max-age=31536000, immutable',
})

const previewResponse = ({ method }: Request, path: PreviewPath, body: Uint8Array): Response =>
  new Response(method === 'HEAD' ? null : new Uint8Array(body), {
    headers: { ...lastingHeaders(path), 'content-type': previewMimetype, 'content-length': String(body.length) },
  })

const notFound = (): Response =>
  new Response(null, { status: 404, headers: { ...headers, 'cache-control': 'no-store' } })

const methods = 'GET, HEAD, OPTIONS'

const refusedMethod = (method: string): Response | undefined => {
  if (method === 'GET' || method === 'HEAD') return undefined
  const allowed = { ...headers, allow: methods, 'access-control-allow-methods': methods }
  return new Response(null, { status: method === 'OPTIONS' ? 204 : 405, headers: allowed })
}

import { pipeline, type Readable, Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { isServiceError } from '#lib/base/errors.ts'

/** Why a fetch failed: the values of `media.status` in the API. */
export type OutboundFault =
  /** A URL that is never fetched: its scheme, credentials, port, or a private address. */
  | 'invalid_url'
  /** The host is unknown, refuses connections, or does not have the file (404, 410). */
  | 'host_unavailable'
  /** A timeout, a rate limit or a server error: a retry can succeed. */
  | 'temporarily_unavailable'
  /** The file exists, but is too large or of the wrong type. */
  | 'unsupported_media'

/** A failed fetch. The message is for users and contains no resolved address. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault
  /** The Retry-After of the server, if any. */
  readonly retryAfterSeconds: number | undefined
  /** The HTTP status, if the server responded with another one than 200. */
  readonly status: number | undefined

  constructor(
    fault: OutboundFault,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; status?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.fault = fault
    this.retryAfterSeconds = options.retryAfterSeconds
    this.status = options.status
  }
}

export const tooLarge = (bytesMax: number): OutboundError =>
  new OutboundError('unsupported_media', `It is larger than ${bytesMax} bytes.`)

const retryAfterMaxSeconds = 24 * 3_600

/** The error for a status other than 200. */
export const faultOfStatus = (status: number, retryAfter: string | string[] | undefined): OutboundError => {
  const message = `The host responded with ${status}.`
  const mayPass = status === 408 || status === 425 || status === 429 || status >= 500
  if (!mayPass) return new OutboundError('host_unavailable', message, { status })
  const seconds = Number(retryAfter)
  const hasSeconds = retryAfter !== undefined && Number.isFinite(seconds) && seconds >= 0
  return new OutboundError('temporarily_unavailable', message, {
    status,
    retryAfterSeconds: hasSeconds ? Math.min(seconds, retryAfterMaxSeconds) : undefined,
  })
}

/** Permanent failures: unknown hosts and refused connections. All others are worth a retry. */
const lasting = new Set(['ENOTFOUND', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Converts any failure of a fetch to the one error that callers know. */
export const asOutboundError = (error: unknown): OutboundError => {
  if (error instanceof OutboundError) return error
  if (!(error instanceof Error)) return new OutboundError('temporarily_unavailable', 'It could not be fetched.')
  if (error.cause instanceof OutboundError) return error.cause
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (lasting.has(code))
    return new OutboundError('host_unavailable', 'The host could not be reached.', { cause: error })
  const isTimeout = isServiceError(error, 'upstream_timeout') || /TIMEOUT|ETIMEDOUT/.test(code)
  if (isTimeout) return new OutboundError('temporarily_unavailable', 'It did not arrive in time.', { cause: error })
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return new OutboundError('host_unavailable', 'The certificate of the host is not valid.', { cause: error })
  if (/^Z_|^ERR_.*BROTLI|ERR__ERROR/.test(code))
    return new OutboundError('unsupported_media', 'It cannot be decompressed.', { cause: error })
  return new OutboundError('temporarily_unavailable', 'It could not be fetched.', { cause: error })
}

/** Drops an unread body with its connection: reading an untrusted rest could take forever. */
export const discard = (body: Readable): void => {
  body.on('error', () => {})
  body.destroy()
}

/** A response whose body is not read yet. */
export type OpenedBody = {
  /** In bytes, if the host declared it. */
  length: number | undefined
  /** The range of the file that the body contains, both ends included; undefined if it is the whole file. */
  part: { first: number; last: number; of: number } | undefined
  body: Readable
}

/** Validates a response without reading it. @throws OutboundError after dropping the body. */
export const openAnswer = (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { bytesMax, isPart }: { bytesMax: number; isPart: boolean },
): OpenedBody => {
  const part = statusCode === 206 && isPart ? partOf(String(headers['content-range'] ?? '')) : undefined
  const length = readLength(headers['content-length'])
  const fault = faultOf()
  if (fault) {
    discard(body)
    throw fault
  }
  return { length, part, body: pipeline(body, upTo(bytesMax), () => {}) }

  function faultOf(): OutboundError | undefined {
    if (statusCode !== 200 && part === undefined) return faultOfStatus(statusCode, headers['retry-after'])
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return new OutboundError('unsupported_media', 'It is compressed, although this was not requested.')
    return (length ?? 0) > bytesMax ? tooLarge(bytesMax) : undefined
  }
}

/** Ranges of a file of unknown length are useless to players. */
const partOf = (contentRange: string): OpenedBody['part'] => {
  const [first = 0, last = -1, of = 0] = (/^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange) ?? [])
    .slice(1)
    .map(Number)
  return first <= last && last < of ? { first, last, of } : undefined
}

const readLength = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined

const upTo = (bytesMax: number): Transform => {
  let length = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      length += chunk.length
      if (length > bytesMax) done(tooLarge(bytesMax))
      else done(null, chunk)
    },
  })
}

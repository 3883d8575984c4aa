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

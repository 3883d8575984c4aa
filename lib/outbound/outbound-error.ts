/** Why nothing came: the words of `media.status` in the interface. */
export type OutboundFault =
  /** Not a URL that is ever fetched: scheme, credentials, port, a private address. */
  | 'invalid_url'
  /** No such host, refused, or it says that it does not have it (404, 410). */
  | 'host_unavailable'
  /** Too slow, too many requests, a server's fault: another time may do. */
  | 'temporarily_unavailable'
  /** It is there, but too large or not what was requested. */
  | 'unsupported_media'

/** A fetch that brought nothing. The message is for people and holds no address that a name resolved to. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault
  /** As the server asked to wait (Retry-After), where it did. */
  readonly retryAfterSeconds: number | undefined
  /** The HTTP status, where the server answered with another one than 200. */
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

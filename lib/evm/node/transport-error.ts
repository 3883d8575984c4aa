import { ServiceError } from '#lib/api/errors.ts'

export type TransportFault =
  /** No connection, or it broke off. */
  | 'network'
  /** Nothing complete came within the time limit. */
  | 'timeout'
  /** A status other than 2xx without a JSON-RPC body. */
  | 'http'
  /** The body went over the bound. */
  | 'too_large'
  /** Not JSON, or not the answers to what was asked: wrong, missing or repeated ids. */
  | 'malformed'

type TransportErrorOptions = { httpStatus?: number; retryAfterSeconds?: number; cause?: unknown }

/** No usable answer came from a node. The message names the node by host alone: URLs hold keys. */
export class TransportError extends ServiceError {
  readonly fault: TransportFault
  readonly httpStatus: number | undefined

  constructor(fault: TransportFault, message: string, options: TransportErrorOptions = {}) {
    super(fault === 'timeout' ? 'upstream_timeout' : 'upstream_failed', message, options)
    this.fault = fault
    this.httpStatus = options.httpStatus
  }
}

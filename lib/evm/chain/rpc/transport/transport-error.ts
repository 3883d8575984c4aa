import { ServiceError } from '#lib/base/errors.ts'
import { retryAfterSecondsMax } from '#lib/nodes/retry-after.ts'

export type TransportFault =
  /** No connection, or it broke off. */
  | 'network'
  /** No complete response within the time limit. */
  | 'timeout'
  /** A status other than 2xx without a JSON-RPC body. */
  | 'http'
  /** The body exceeded the limit. */
  | 'too_large'
  /** JSON of too many levels. */
  | 'too_deep'
  /** Not JSON, or not the responses to the calls: wrong, missing or repeated ids. */
  | 'malformed'

type TransportErrorOptions = { httpStatus?: number; retryAfterSeconds?: number; cause?: unknown }

/** The message for callers: node addresses are only for the operator. */
const publicWords: Record<TransportFault, string> = {
  network: 'The node could not be reached.',
  timeout: 'The node did not answer in time.',
  http: 'The node refused the request.',
  too_large: 'The response of the node is too large.',
  too_deep: 'The response of the node is nested too deeply, or has too many values, to be read.',
  malformed: 'The node returned an unexpected response.',
}

/**
 * A node returned no usable response. `detail` is for the log, in the cause: it names the node by host only, because
 * URLs contain keys.
 */
export class TransportError extends ServiceError {
  readonly fault: TransportFault
  readonly httpStatus: number | undefined

  constructor(fault: TransportFault, detail: string, options: TransportErrorOptions = {}) {
    const { cause } = options
    const retryAfterSeconds =
      options.retryAfterSeconds === undefined ? undefined : Math.min(options.retryAfterSeconds, retryAfterSecondsMax)
    super(fault === 'timeout' ? 'upstream_timeout' : 'upstream_failed', publicWords[fault], {
      cause: new Error(detail, { cause }),
      retryAfterSeconds,
    })
    this.fault = fault
    this.httpStatus = options.httpStatus
  }
}

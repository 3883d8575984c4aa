/** The closed table of everything that can go wrong for a caller: code → HTTP status. A status is always looked up here. */
export const errorCodes = {
  invalid_request: 400,
  chain_not_served: 400,
  key_required: 401,
  key_unknown: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  not_available: 503,
  upstream_timeout: 504,
} as const

export type ErrorCode = keyof typeof errorCodes

/**
 * An error of one parameter: `name` as the caller wrote it, `message` a clause such as `must be 0x and 40 hex digits`.
 */
export type ParameterFault = { name: string; message: string }

export type ServiceErrorOptions = {
  cause?: unknown
  /** Every bad parameter at once. */
  details?: ParameterFault[]
  /** Seconds after which trying again makes sense (`Retry-After`). */
  retryAfterSeconds?: number
}

/** Recognised across copies of this module: a bundler may load several into one process, which breaks `instanceof`. */
const brand = Symbol.for('spyglass.ServiceError')

/** An answer that is an error. `message` is shown to the caller; `cause` is only logged. Anything else thrown is a bug. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly [brand] = true
  readonly code: ErrorCode
  readonly details: ParameterFault[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, publicMessage: string, options: ServiceErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errorCodes[this.code]
  }

  /** Whether the same request may succeed when sent again. */
  get retryable(): boolean {
    return this.status === 429 || this.status > 500
  }
}

/** The error for one bad parameter; the message names it, its fault, and the accepted form. */
export const badParameter = (name: string, message: string): ServiceError =>
  new ServiceError('invalid_request', `${name} ${message}`, { details: [{ name, message }] })

export const isServiceError = (error: unknown, code?: ErrorCode): error is ServiceError =>
  error instanceof Error && brand in error && (code === undefined || ('code' in error && error.code === code))

/** The response for a bug: it only says where the cause is logged. */
export const unexpected = (cause: unknown): ServiceError =>
  new ServiceError(
    'internal',
    'Something went wrong on our side. The server log has the cause under this request id.',
    { cause },
  )

/** A setting or file of the operator that cannot be used. The message is for the operator and contains no secrets. */
export class SettingError extends Error {
  override readonly name: string = 'SettingError'
}

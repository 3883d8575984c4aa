import { isServiceError } from '#lib/base/errors.ts'
import { OutboundError } from './outbound-error.ts'

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

import { errorOf } from '#lib/api/client/call.ts'
import { type ErrorCode, type ParameterFault, ServiceError } from '#lib/base/errors.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'

/** An upstream's full response, with the server's key already removed from its text. */
export type UpstreamAnswer = { status: number; headers: Headers; text: string }

const shownCharactersMax = 500

/**
 * Maps an upstream's error response to one for our caller. Its text is only passed on if it is about the request;
 * everything else goes into the cause, for the log.
 */
export const upstreamFailure = async (
  { status, headers, text }: UpstreamAnswer,
  redact: (text: string) => string,
): Promise<ServiceError> => {
  const shown = (words: string): string =>
    redact(words)
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, shownCharactersMax)
  // Treated as a 500; a 503 is only `not_available` if its body says so.
  const readAs = status === 503 ? 500 : Math.max(status, 400)
  const upstreamError = await errorOf(new Response(text || null, { status: readAs, headers }))
  const cause = new Error(`status ${status}: ${shown(text)}`)
  const passOn = (code: ErrorCode): ServiceError =>
    new ServiceError(code, shown(upstreamError.message), { cause, details: readFaults(upstreamError.details, shown) })
  const fail = (code: ErrorCode, message: string): ServiceError => new ServiceError(code, message, { cause })

  if (status === 400 && upstreamError.code === 'chain_not_served') return passOn('chain_not_served')
  if (status === 400 || status === 422) return passOn('invalid_request')
  if (status === 404) return passOn('not_found')
  // The hosted service documents 424 for unknown keys.
  if (status === 401 || status === 403 || status === 424)
    return fail('upstream_failed', "The hosted service refused the server's key.")
  if (status === 429)
    return new ServiceError('rate_limited', 'The rate limit of the hosted service has been reached.', {
      cause,
      retryAfterSeconds: upstreamRetryAfterSeconds(headers) ?? 1,
    })
  // Sent by another Spyglass; the gateway then tries its next source.
  if (status === 503 && upstreamError.code === 'not_available') return passOn('not_available')
  if (status === 408 || status === 504) return fail('upstream_timeout', 'The hosted service did not answer in time.')
  return fail('upstream_failed', `The hosted service responded with ${status}.`)
}

const faultsMax = 50

/** Faults in the format of this interface; anything else in an upstream's `details` is left out. */
const readFaults = (details: unknown, shown: (words: string) => string): ParameterFault[] | undefined => {
  if (!Array.isArray(details)) return undefined
  const faults = details.slice(0, faultsMax).flatMap((fault: unknown): ParameterFault[] => {
    const { name, message }: Partial<Fields> = isFields(fault) ? fault : {}
    return typeof name === 'string' && typeof message === 'string'
      ? [{ name: shown(name), message: shown(message) }]
      : []
  })
  return faults.length > 0 ? faults : undefined
}

/** `Retry-After` as seconds from now, also when it is a date (RFC 9110 §10.2.3). */
export const upstreamRetryAfterSeconds = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

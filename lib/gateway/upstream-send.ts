import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, fetch } from 'undici'
import { errorOf } from '#lib/api/client/call.ts'
import { completeHeader, coverageHeader } from '#lib/api/coverage.ts'
import { BodyTooLarge, readBounded } from '#lib/api/input/bounded-body.ts'
import { refuseOverLimit } from '#lib/api/input/parse-json.ts'
import { type ErrorCode, isServiceError, type ParameterFault, ServiceError } from '#lib/base/errors.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import { timeLimit } from '#lib/base/time-limit.ts'

/** An upstream's full response, with the server's key already removed from its text. */
type UpstreamAnswer = { status: number; headers: Headers; text: string }

const shownCharactersMax = 500

/**
 * Maps an upstream's error response to one for our caller. Its text is only passed on if it is about the request;
 * everything else goes into the cause, for the log.
 */
const upstreamFailure = async (
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
const upstreamRetryAfterSeconds = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

export type UpstreamLimits = {
  attemptMs: number
  totalMs: number
  /** Attempts after the first. */
  retriesMax: number
  bytesMax: number
}

export const defaultUpstreamLimits: UpstreamLimits = {
  attemptMs: 15_000,
  totalMs: 25_000,
  retriesMax: 2,
  bytesMax: 16 * 1024 * 1024,
}

export type UpstreamSendOptions = {
  dispatcher: Dispatcher
  /** Removes the server's key from upstream texts. */
  redact: (text: string) => string
  limits: UpstreamLimits
  /** Pays for one attempt before it is sent, or throws the `ServiceError` that refuses it. */
  spend?: (signal: AbortSignal) => Promise<void>
  /** Tests pass these two; the defaults are a timer and `Math.random`. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  random?: () => number
}

const redirectsMax = 3
const retryableStatuses = new Set([408, 429, 500, 502, 503, 504])
/** Longer waits are left to the caller, through `Retry-After`. */
const waitMsMax = 4_000
const firstBackoffMs = 200

/** Failures before any byte of the request was sent; only then may a POST be retried. */
const notConnected = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** A failed attempt that may be retried; `waitMs` is the delay requested by the upstream. */
type Setback = { error: ServiceError; waitMs?: number; reached: boolean }
type Attempt = { answer: UpstreamAnswer } | { setback: Setback }

/**
 * Sends a request to an upstream with limits on time, size, retries and redirects. Only returns 2xx responses, as text
 * of bounded size. @throws ServiceError as mapped by `upstreamFailure`, or the signal's reason if the caller left.
 */
export const createUpstreamSend = ({
  dispatcher,
  redact,
  limits,
  spend,
  wait = (ms, signal) => sleep(ms, undefined, { signal }),
  random = Math.random,
}: UpstreamSendOptions): ((request: Request) => Promise<Response>) => {
  const attempt = async (sent: Sent, total: AbortSignal): Promise<Attempt> => {
    using attemptLimit = timeLimit(limits.attemptMs)
    const signal = AbortSignal.any([total, attemptLimit.signal])
    try {
      const answer = await exchange(sent, signal)
      if (!retryableStatuses.has(answer.status)) return { answer }
      const error = await upstreamFailure(answer, redact)
      if (error.code === 'not_available') throw error
      const seconds = upstreamRetryAfterSeconds(answer.headers)
      return { setback: { error, reached: true, waitMs: seconds === undefined ? undefined : seconds * 1_000 } }
    } catch (cause) {
      if (total.aborted) throw cause
      if (attemptLimit.signal.aborted) return { setback: { error: timedOut(cause), reached: true } }
      if (isServiceError(cause)) throw cause
      const error = new ServiceError(
        'upstream_failed',
        'The hosted service could not be reached or closed the connection.',
        {
          cause,
        },
      )
      return { setback: { error, reached: !notConnected.has(networkCode(cause)) } }
    }
  }

  /** One request and its response, following redirects within the same origin. */
  const exchange = async (sent: Sent, signal: AbortSignal): Promise<UpstreamAnswer> => {
    let url = sent.url
    for (let hops = 0; ; hops += 1) {
      const { method, headers, body } = sent
      const response = await fetch(url, { method, headers, body, redirect: 'manual', signal, dispatcher })
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (location === null) return await read(response, limits.bytesMax, redact)
      response.body?.cancel().catch(() => undefined)
      url = redirected(url, location, response.status, { method: sent.method, hops })
    }
  }

  return async (request) => {
    const sent = await toSend(request)
    using totalLimit = timeLimit(limits.totalMs)
    const total = AbortSignal.any([request.signal, totalLimit.signal])
    try {
      for (let tries = 0; ; tries += 1) {
        await spend?.(total)
        const result = await attempt(sent, total)
        if ('answer' in result) {
          if (result.answer.status >= 200 && result.answer.status < 300) return toResponse(result.answer)
          throw await upstreamFailure(result.answer, redact)
        }
        const { error, reached, waitMs = random() * firstBackoffMs * 2 ** tries } = result.setback
        const mayRetry = sent.method === 'GET' || !reached
        if (tries >= limits.retriesMax || !mayRetry || waitMs > waitMsMax) throw error
        await wait(waitMs, total)
      }
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      if (error === totalLimit.signal.reason || (totalLimit.signal.aborted && !isServiceError(error)))
        throw timedOut(error)
      throw error
    }
  }
}

type Sent = { url: URL; method: string; headers: Record<string, string>; body: string | undefined }

/** The request as plain fields: undici's `fetch` does not accept another implementation's `Request`. */
const toSend = async (request: Request): Promise<Sent> => ({
  url: new URL(request.url),
  method: request.method,
  headers: Object.fromEntries(request.headers),
  body: request.method === 'GET' ? undefined : await request.text(),
})

const read = async (
  response: Awaited<ReturnType<typeof fetch>>,
  bytesMax: number,
  redact: (text: string) => string,
): Promise<UpstreamAnswer> => {
  const body = await readBounded(response.body, bytesMax).catch((cause: unknown) => {
    if (!(cause instanceof BodyTooLarge)) throw cause
    throw new ServiceError('upstream_failed', 'The response of the hosted service is too large.')
  })
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  return { status: response.status, headers: new Headers([...response.headers]), text: redact(text) }
}

/** An empty response is JSON `null`. Of its headers, only coverage is passed on. */
const toResponse = ({ text, headers: sent }: UpstreamAnswer): Response => {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of [completeHeader, coverageHeader]) {
    const value = sent.get(name)
    if (value !== null) headers.set(name, value)
  }
  refuseOverLimit(text)
  return new Response(text.trim() === '' ? 'null' : text, { headers })
}

/** The key is sent with the request, so another origin is never followed; a POST only if it stays a POST. */
const redirected = (
  from: URL,
  location: string,
  status: number,
  { method, hops }: { method: string; hops: number },
): URL => {
  const to = URL.canParse(location, from) ? new URL(location, from) : undefined
  if (to?.origin !== from.origin)
    throw new ServiceError(
      'upstream_failed',
      'The hosted service redirected to another address, which is not followed.',
    )
  if (hops >= redirectsMax) throw new ServiceError('upstream_failed', 'The hosted service redirected too often.')
  if (method !== 'GET' && status !== 307 && status !== 308)
    throw new ServiceError('upstream_failed', 'The hosted service redirected a request that must not be repeated.')
  return to
}

const timedOut = (cause: unknown): ServiceError =>
  new ServiceError('upstream_timeout', 'The hosted service did not answer in time.', { cause })

/** `fetch failed` hides the network's own code in its cause. */
const networkCode = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

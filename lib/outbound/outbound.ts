import type { lookup } from 'node:dns'
import { finished } from 'node:stream/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { Agent, type Dispatcher } from 'undici'
import { BodyTooLarge } from '#lib/api/input/bounded-body.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { type AllowedHosts, parseAllowedHosts } from './allowed-hosts.ts'
import { checkedConnector } from './checked-connector.ts'
import { unwrapped } from './decompress.ts'
import {
  asOutboundError,
  discard,
  faultOfStatus,
  type OpenedBody,
  OutboundError,
  openAnswer,
  tooLarge,
} from './outbound-error.ts'
import { readBodyOrStart } from './read-body-or-start.ts'
import { charsetOf } from './token-uri.ts'

const urlLengthMax = 8_192

/**
 * Parses a URL that may be fetched: http or https on a default port, without credentials. Hosts allowed by the operator
 * may have any allowed port. @throws OutboundError `invalid_url`.
 */
const checkedUrl = (text: string, allowed: AllowedHosts): URL => {
  if (text.length > urlLengthMax) throw new OutboundError('invalid_url', 'The URL is too long.')
  if (!URL.canParse(text)) throw new OutboundError('invalid_url', 'It is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('invalid_url', 'Only http and https URLs are fetched.')
  if (url.username || url.password) throw new OutboundError('invalid_url', 'The URL contains credentials.')
  // The parser drops a scheme's default port; the default port of the other scheme is allowed too.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isUsual = url.port === '' || url.port === '80' || url.port === '443'
  if (!isUsual && !allowed.hasHost(host, Number(url.port)))
    throw new OutboundError('invalid_url', 'Only ports 80 and 443 are allowed.')
  return url
}

export type OutboundOptions = {
  /** Private hosts, addresses and networks that may be fetched from. @see parseAllowedHosts */
  allow?: readonly string[]
  /** Concurrent fetches, in total and per host. */
  concurrency?: number
  concurrencyPerHost?: number
  /** DNS resolver; defaults to the system's. */
  lookup?: typeof lookup
}

type FetchOptions = {
  /** Limit of the decompressed body. */
  bytesMax: number
  /** Limit for redirects and body, without the time in the queue. */
  totalMs?: number
  accept?: string
  signal?: AbortSignal
  /** JSON text to send with POST; redirects are then refused. */
  post?: string
  /** Whether the first bytes (4 KiB, or the whole body if shorter) are enough; the rest is then not read. */
  isEnough?: (start: Uint8Array) => boolean
}

type OpenOptions = {
  /** Limit of the body. */
  bytesMax: number
  /** Limit up to the response headers, including the time in the queue. */
  openMs?: number
  /** Limit for everything, body included. */
  totalMs: number
  /** A Range header: `bytes=0-99`. */
  range?: string
  accept?: string
  signal?: AbortSignal
}

type Fetched = {
  /** The URL after redirects. */
  url: string
  /** Without parameters, in lower case; empty if there is none. */
  contentType: string
  /** That the content type names. */
  charset?: string | undefined
  body: Uint8Array
  /** The body is only its beginning. */
  isCut: boolean
}

/** The only client for URLs that come from a chain, a token or other untrusted data. */
export type Outbound = {
  /** @throws only OutboundError; an abort by the caller is `temporarily_unavailable`. */
  fetch(url: string, options: FetchOptions): Promise<Fetched>
  /**
   * Streams the body, or a range of it if one was requested and the host supports it. It keeps its slot until it ends
   * or is destroyed; over its limits it is destroyed with an error. @throws only OutboundError.
   */
  open(url: string, options: OpenOptions): Promise<OpenedBody>
  close(): Promise<void>
}

const connectTimeoutMs = 2_000
const totalMsDefault = 10_000
const redirectsMax = 3
const headerBytesMax = 16 * 1024
const hostsMax = 1_000
const perHostDefault = 6

const createAgent = (allowed: AllowedHosts, { lookup, concurrencyPerHost = perHostDefault }: OutboundOptions): Agent =>
  new Agent({
    connect: checkedConnector({ connectTimeoutMs, allowed, lookup }),
    connections: concurrencyPerHost,
    keepAliveTimeout: 4_000,
    maxHeaderSize: headerBytesMax,
    headersTimeout: totalMsDefault,
    bodyTimeout: totalMsDefault,
  })

/** A queue per host, so that a slow one cannot take every slot. */
const createHostQueues = (concurrency: number): ((host: string) => LimitFunction) => {
  const queues = new Map<string, LimitFunction>()
  return (host) => {
    const known = queues.get(host)
    if (known) return known
    if (queues.size >= hostsMax)
      for (const [name, { activeCount, pendingCount }] of queues)
        if (activeCount + pendingCount === 0) queues.delete(name)
    const queue = pLimit(concurrency)
    queues.set(host, queue)
    return queue
  }
}

/**
 * Fetches over HTTP from the public internet only, with limits on everything: the address connected to, port, redirects
 * (each checked again), time, size before and after decompression, concurrency. Sends no cookies and no credentials,
 * and ignores proxy variables.
 */
export const createOutbound = (options: OutboundOptions = {}): Outbound => {
  const { concurrency = 32, concurrencyPerHost = perHostDefault } = options
  const allowed = parseAllowedHosts(options.allow ?? [])
  const agent = createAgent(allowed, options)
  const all = pLimit(concurrency)
  const hostQueue = createHostQueues(concurrencyPerHost)
  const queueOf = (url: string): LimitFunction => hostQueue(checkedUrl(url, allowed).host)

  const follow = async (
    first: string,
    { headers, signal, post }: { headers: Record<string, string>; signal: AbortSignal; post?: string },
  ): Promise<{ response: Dispatcher.ResponseData; url: URL }> => {
    let url = checkedUrl(first, allowed)
    for (let redirects = 0; ; redirects++) {
      const response = await agent.request({ ...requestTo(url, headers, post), signal })
      const next = post === undefined ? redirectTarget(response, url) : undefined
      if (next === undefined) return { response, url }
      discard(response.body)
      if (redirects === redirectsMax)
        throw new OutboundError('host_unavailable', `It redirects more than ${redirectsMax} times.`)
      url = checkedUrl(next, allowed)
    }
  }

  return {
    fetch: async (url, fetchOptions) => {
      try {
        const queue = queueOf(url)
        return await queue(() =>
          all(async () => {
            using limit = timeLimit(fetchOptions.totalMs ?? totalMsDefault)
            const signal = fetchOptions.signal ? AbortSignal.any([limit.signal, fetchOptions.signal]) : limit.signal
            const headers = { accept: fetchOptions.accept ?? '*/*', 'accept-encoding': 'gzip, br' }
            const { response, url: last } = await follow(url, { headers, signal, post: fetchOptions.post })
            return await readAnswer(response, last, fetchOptions)
          }),
        )
      } catch (error) {
        throw asOutboundError(error)
      }
    },
    open: async (url, { bytesMax, openMs = totalMsDefault, totalMs, range, accept = '*/*', signal: callerSignal }) => {
      const isLate = new AbortController()
      const late = setTimeout(() => isLate.abort(tooSlow()), openMs)
      const limit = timeLimit(totalMs)
      const signal = AbortSignal.any([limit.signal, isLate.signal, ...(callerSignal ? [callerSignal] : [])])
      try {
        const queue = queueOf(url)
        signal.throwIfAborted()
        const opened = Promise.withResolvers<OpenedBody>()
        // A queued caller is notified at once; its slot in the queue is released when it is reached.
        signal.addEventListener('abort', () => opened.reject(signal.reason), { once: true })
        queue(() =>
          all(async () => {
            signal.throwIfAborted()
            const headers = { accept, 'accept-encoding': 'identity', ...(range !== undefined && { range }) }
            const { response } = await follow(url, { headers, signal })
            const answer = openAnswer(response, { bytesMax, isPart: range !== undefined })
            opened.resolve(answer)
            await finished(answer.body).catch(() => {})
          }),
        )
          .catch(opened.reject)
          .finally(() => limit[Symbol.dispose]())
        return await opened.promise
      } catch (error) {
        limit[Symbol.dispose]()
        throw asOutboundError(error)
      } finally {
        clearTimeout(late)
      }
    },
    close: () => agent.destroy(),
  }
}

const requestTo = ({ origin, pathname, search }: URL, headers: Record<string, string>, post: string | undefined) => ({
  origin,
  path: `${pathname}${search}`,
  method: post === undefined ? ('GET' as const) : ('POST' as const),
  headers: {
    ...headers,
    ...(post !== undefined && { 'content-type': 'application/json' }),
    'user-agent': 'Spyglass',
  },
  body: post,
})

const tooSlow = (): OutboundError => new OutboundError('temporarily_unavailable', 'It did not arrive in time.')

const redirectTarget = ({ statusCode, headers }: Dispatcher.ResponseData, from: URL): string | undefined => {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const location = headers.location
  if (typeof location !== 'string' || !URL.canParse(location, from))
    throw new OutboundError('host_unavailable', 'It redirects without a target.')
  return new URL(location, from).href
}

const readAnswer = async (
  response: Dispatcher.ResponseData,
  url: URL,
  { bytesMax, isEnough }: FetchOptions,
): Promise<Fetched> => {
  const { statusCode, headers, body } = response
  if (statusCode !== 200) {
    discard(body)
    throw faultOfStatus(statusCode, headers['retry-after'])
  }
  if (!isEnough && Number(headers['content-length']) > bytesMax) {
    discard(body)
    throw tooLarge(bytesMax)
  }
  const unpacked = unwrapped(body, String(headers['content-encoding'] ?? ''))
  const [contentType = '', ...parameters] = String(headers['content-type'] ?? '').split(';')
  const read = await readBodyOrStart(unpacked, { bytesMax, isEnough }).catch((cause: unknown) => {
    throw cause instanceof BodyTooLarge ? tooLarge(bytesMax) : cause
  })
  return { url: url.href, contentType: contentType.trim().toLowerCase(), charset: charsetOf(parameters), ...read }
}

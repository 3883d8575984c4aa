import { Agent, request } from 'undici'
import { BodyTooLarge, readBounded } from '#lib/api/input/bounded-body.ts'
import { JsonOverLimit } from '#lib/api/input/parse-json.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { isNearby } from '#lib/nodes/is-nearby.ts'
import { LearnedLimit } from '#lib/nodes/learned-limit.ts'
import { retryAfterSeconds } from '#lib/nodes/retry-after.ts'
import { decompressed } from '#lib/outbound/decompress.ts'
import { wholeBuffer } from '#lib/process/whole-buffer.ts'
import { classifyRpcError, type RpcAnswer, type RpcCall, type RpcError, type RpcTransport } from './classify.ts'
import { matchAnswers, parseBody } from './match-answers.ts'
import { TransportError } from './transport-error.ts'

export type HttpTransportOptions = {
  /** Calls in one HTTP request. Nodes allow 100 (Erigon, Bor) to 1,000 (Geth); hosted ones often less. */
  batchMax?: number
  /** Time limit from sending to the last byte of the response. */
  timeoutMs?: number
  /** Maximum size of a response, decompressed. */
  bodyBytesMax?: number
  requestBytesMax?: number
  connections?: number
  /** Requests compressed responses. By default only across a network: on one machine it only costs time. */
  compressed?: boolean
}

/** A node that took a smaller batch, but not this one, is not sent such again for an hour. */
const smallerBatchMs = 3_600_000

/** A node over HTTP. Credentials in the URL are sent as basic authorization; errors only contain its host. */
export function httpTransport(
  url: string,
  options: HttpTransportOptions = {},
): RpcTransport & { close(): Promise<void> } {
  const { batchMax = 50, requestBytesMax = 1 << 20 } = options
  const target = readUrl(url)
  const { post, close } = createPost(target, options)
  // Learned limits of this node, remembered for a while: a node that refuses batches is rarely sent one.
  let smallerBatch = batchMax
  const takesOnlySmaller = new LearnedLimit(smallerBatchMs)
  const batchSize = (): number => (takesOnlySmaller.holds(performance.now()) ? smallerBatch : batchMax)
  let lastId = 0

  const exchange = async (calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcAnswer[]> => {
    try {
      return await exchangeOnce(calls, signal)
    } catch (error) {
      return await afterFault(calls, signal, error)
    }
  }

  const exchangeOnce = async (calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcAnswer[]> => {
    const { requests, ids } = requestsOf(calls)
    return await answersIn(await post(JSON.stringify(requests), signal), ids, calls, signal)
  }

  const requestsOf = (calls: readonly RpcCall[]) => {
    const requests = calls.map(({ method, params }) => ({ jsonrpc: '2.0', id: ++lastId, method, params }))
    return { requests: calls.length === 1 ? requests[0] : requests, ids: requests.map(({ id }) => id) }
  }

  const answersIn = async (
    { status, retryAfter, body }: Posted,
    ids: readonly number[],
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
  ): Promise<RpcAnswer[]> => {
    const matched = matchAnswers(bodyOf(body), ids)
    if (!isOk(status) && (typeof matched === 'string' || status === 429))
      throw httpError(target.host, status, retryAfter)
    if (typeof matched === 'string') throw new TransportError('malformed', `${target.host} returned ${matched}.`)
    if (Array.isArray(matched)) return matched
    if (isAboutTheBatch(matched.refusal, status)) return await inSmallerBatches(calls, signal)
    return calls.map(() => ({ error: matched.refusal }))
  }

  /**
   * Servers refuse batches with any status, a page of text, one answer for all, or by dropping the connection. They also do
   * that when they are down, and now and then: it was the batch if a single call is answered, and the batch again is not.
   */
  const afterFault = async (
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
    fault: unknown,
  ): Promise<RpcAnswer[]> => {
    if (calls.length === 1 || !mayBeAboutTheBatch(fault)) throw fault
    const first = await exchangeOnce(calls.slice(0, 1), signal).catch(() => undefined)
    if (!first) throw fault
    try {
      return await exchangeOnce(calls, signal)
    } catch (error) {
      if (!mayBeAboutTheBatch(error)) throw error
      return await inSmallerBatches(calls, signal)
    }
  }

  const inSmallerBatches = async (calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcAnswer[]> => {
    const smaller = Math.max(1, Math.min(batchSize(), Math.floor(calls.length / 2)))
    const answers = await inBatches(calls, smaller, signal)
    // Only a success shows that the size was the cause.
    if (answers.some((answer) => 'result' in answer)) {
      smallerBatch = Math.min(batchSize(), smaller)
      takesOnlySmaller.confirm(performance.now())
    }
    return answers
  }

  const inBatches = async (
    calls: readonly RpcCall[],
    size: number,
    signal: AbortSignal | undefined,
  ): Promise<RpcAnswer[]> => {
    const batches = split(calls, size, requestBytesMax)
    if (batches.length === 1) return exchange(calls, signal)
    const answers = await Promise.all(batches.map((batch) => exchange(batch, signal)))
    return answers.flat()
  }

  return {
    name: target.host,
    send: async (calls, signal) => {
      signal?.throwIfAborted()
      return calls.length === 0 ? [] : inBatches(calls, batchSize(), signal)
    },
    sendDecoded: async (calls, decode, signal) => {
      signal?.throwIfAborted()
      if (split(calls, batchSize(), requestBytesMax).length !== 1) return inBatches(calls, batchSize(), signal)
      const { requests, ids } = requestsOf(calls)
      const ifFaulty = (fault: unknown) => afterFault(calls, signal, fault)
      const posted = await post(JSON.stringify(requests), signal).catch(ifFaulty)
      if (Array.isArray(posted)) return posted
      if (!isOk(posted.status)) return await answersIn(posted, ids, calls, signal).catch(ifFaulty)
      const read = await decode({ body: wholeBuffer(posted.body), ids })
      if ('decoded' in read) return read
      const body = Buffer.from(read.body.buffer)
      return await answersIn({ ...posted, body }, ids, calls, signal).catch(ifFaulty)
    },
    close,
  }
}

const isOk = (status: number): boolean => status >= 200 && status < 300

type Posted = { status: number; retryAfter: string; body: Buffer }

/** Sends bodies to one node over connections of its own. */
const createPost = (target: Target, options: HttpTransportOptions) => {
  const { timeoutMs = 30_000, bodyBytesMax = 64 << 20 } = options
  const agent = new Agent({
    connections: options.connections ?? 8,
    keepAliveTimeout: 30_000,
    connect: { timeout: 10_000 },
  })
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (options.compressed ?? !isNearby(target.hostname)) headers['accept-encoding'] = 'gzip, br'
  if (target.authorization) headers.authorization = target.authorization

  const post = async (body: string, signal: AbortSignal | undefined): Promise<Posted> => {
    using limit = timeLimit(timeoutMs)
    try {
      const response = await request(target.href, {
        method: 'POST',
        dispatcher: agent,
        headers,
        body,
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
        // The signal is the only timeout; undici's own would report the same under other names.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const encoding = headerText(response.headers['content-encoding']) ?? ''
      const answer = await readBounded(decompressed(response.body, encoding) ?? response.body, bodyBytesMax)
      const retryAfter = headerText(response.headers['retry-after']) ?? ''
      return { status: response.statusCode, retryAfter, body: answer }
    } catch (error) {
      signal?.throwIfAborted()
      if (limit.signal.aborted)
        throw new TransportError('timeout', `${target.host} did not answer within ${timeoutMs / 1000} s.`)
      if (error instanceof BodyTooLarge) {
        throw new TransportError('too_large', `${target.host} sent more than ${bodyBytesMax} bytes.`)
      }
      throw new TransportError('network', `The connection to ${target.host} failed.`, { cause: withoutUrl(error) })
    }
  }

  return { post, close: () => agent.close() }
}

const httpError = (host: string, status: number, retryAfter: string): TransportError =>
  new TransportError('http', `${host} returned HTTP status ${status}.`, {
    httpStatus: status,
    retryAfterSeconds: retryAfterSeconds(retryAfter),
  })

type Target = { href: string; host: string; hostname: string; authorization: string | undefined }

function readUrl(text: string): Target {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ServiceError('internal', 'The URL of a node must start with http:// or https://.')
  }
  const { username, password } = url
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  url.username = ''
  url.password = ''
  url.hash = ''
  return {
    href: url.href,
    host: url.host,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    authorization: username || password ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined,
  }
}

function split(calls: readonly RpcCall[], size: number, bytesMax: number): RpcCall[][] {
  const batches: RpcCall[][] = []
  let batch: RpcCall[] = []
  let bytes = 0
  for (const call of calls) {
    const callBytes = 80 + (calls.length > 1 ? JSON.stringify(call.params).length : 0)
    if (batch.length > 0 && (batch.length >= size || bytes + callBytes > bytesMax)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(call)
    bytes += callBytes
  }
  batches.push(batch)
  return batches
}

/** All but a rate limit, silence, and a response that is too long. */
const mayBeAboutTheBatch = (error: unknown): boolean =>
  error instanceof TransportError && error.httpStatus !== 429 && ['network', 'http', 'malformed'].includes(error.fault)

/** Whether an error is about the batch itself, not its calls: it is too long, or batches are not supported. */
function isAboutTheBatch(error: RpcError, status: number): boolean {
  const { kind } = classifyRpcError(error)
  return /batch/i.test(error.message) || kind === 'invalid' || (kind === 'transient' && !isOk(status))
}

/** Undefined for what is not JSON. */
function bodyOf(body: Buffer): unknown {
  try {
    return parseBody(body)
  } catch (error) {
    if (error instanceof JsonOverLimit) throw new TransportError('too_deep', error.message)
    return undefined
  }
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

/** Keeps the system's error code, and nothing that could contain the URL. */
function withoutUrl(error: unknown): Error {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
  return new Error(code)
}

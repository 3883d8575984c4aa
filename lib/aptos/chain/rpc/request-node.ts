import * as z from 'zod'
import { BodyTooLarge, readBounded } from '#lib/api/input/bounded-body.ts'
import { JsonOverLimit, parseJson } from '#lib/api/input/parse-json.ts'
import { SettingError } from '#lib/base/errors.ts'
import { retryAfterSeconds } from '#lib/nodes/retry-after.ts'
import { httpFailure, type Verdict } from '#lib/nodes/verdict.ts'
import type { NodeFetch } from './fetch-node.ts'
import { AptosNodeFailure, overLimit, tooManyBytes, unusable } from './node-answers.ts'

const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** A full node's ledger info: `GET /v1`. Heights and versions are those that the node still keeps. */
export const aptosLedger = z
  .object({
    chain_id: count,
    epoch: count,
    ledger_version: count,
    oldest_ledger_version: count,
    /** Microseconds since 1970. */
    ledger_timestamp: count,
    block_height: count,
    oldest_block_height: count,
  })
  .transform((ledger) => ({
    chainId: ledger.chain_id,
    epoch: ledger.epoch,
    newestVersion: ledger.ledger_version,
    oldestVersion: ledger.oldest_ledger_version,
    newestHeight: ledger.block_height,
    oldestHeight: ledger.oldest_block_height,
    /** Microseconds since 1970. */
    timestamp: ledger.ledger_timestamp,
  }))

export type AptosLedger = z.output<typeof aptosLedger>

const headerNames = {
  chain_id: 'x-aptos-chain-id',
  epoch: 'x-aptos-epoch',
  ledger_version: 'x-aptos-ledger-version',
  oldest_ledger_version: 'x-aptos-ledger-oldest-version',
  ledger_timestamp: 'x-aptos-ledger-timestampusec',
  block_height: 'x-aptos-block-height',
  oldest_block_height: 'x-aptos-oldest-block-height',
} as const

/** The same from the headers of a full node's responses; undefined if a proxy drops one of them. */
const ledgerOfHeaders = (headers: Pick<Headers, 'get'>): AptosLedger | undefined => {
  const fields = Object.entries(headerNames).map(([field, name]) => [field, headers.get(name) ?? undefined])
  const read = aptosLedger.safeParse(Object.fromEntries(fields))
  return read.success ? read.data : undefined
}

/** The base of every request to a node. Contains secrets; never shown. */
export type NodeAddress = { url: URL; headers: Record<string, string> }

/**
 * Reads a base address such as `https://node.example/v1`. A name and password in it become a header, as `fetch` refuses
 * them; a query (`?apikey=…`) is sent with every request. An address without a path gets the full node's `/v1`. @throws
 * SettingError without the address in its message, which may contain a key.
 */
export const readNodeAddress = (baseUrl: string): NodeAddress => {
  const url = URL.parse(baseUrl.trim())
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new SettingError('An Aptos node address must be an http or https URL.')
  const headers: Record<string, string> = {}
  if (url.username || url.password) {
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  url.hash = ''
  let end = url.pathname.length
  while (url.pathname[end - 1] === '/') end -= 1
  url.pathname = url.pathname.slice(0, end) || '/v1'
  return { url, headers }
}

/** The URL of one request to that node. */
const questionUrl = (address: NodeAddress, path: string, query: Record<string, string>): string => {
  const url = new URL(address.url)
  url.pathname += path
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

export type FullNodeQuestion = {
  path: string
  query?: Record<string, string>
  /** Sent as JSON, by POST. */
  body?: unknown
  /** What a node serves by this route, if some nodes do not: a 404 without a known code is then no fault of theirs. */
  optional?: string
  /** Only a full node's own 404 counts as such: a proxy's refusal may pass, and rows would be stored without the data. */
  isRefusedByNodeOnly?: boolean
  /** The body of an answer is left as bytes, to be parsed elsewhere. */
  isReadAsBytes?: boolean
}

type ResponseLedger = { ledger: AptosLedger | undefined; chainId: number | undefined }

export type Outcome =
  /** With the node's cursor of the next page of a list, if there is one. */
  | ({ kind: 'answer'; body: unknown; cursor: string | undefined } & ResponseLedger)
  /** The node does not have it: not yet or never (`unknown`), or no longer (`pruned`). */
  | ({ kind: 'missing'; missing: 'unknown' | 'pruned' } & ResponseLedger)

type NodeRequestOptions = {
  fetch: NodeFetch
  /** Maximum silence before and within a response. */
  silenceMsMax: number
  bodyBytesMax: number
  signal: AbortSignal | undefined
}

/** An error body of a full node. */
const nodeError = z.object({ error_code: z.string(), message: z.string().catch('') })

/** A node understood a call, and it failed: every node would say the same. The message is the node's own. */
export class CallFailed extends Error {}

const messageMax = 1_000

/** A node that does not serve an optional route. */
export class RouteNotServed extends Error {}

/** Not found, not allowed, disabled or not implemented. */
const lacksRoute = new Set([403, 404, 405, 501])

const isRouteRefusal = (
  { isRefusedByNodeOnly }: FullNodeQuestion,
  status: number,
  code: string | undefined,
): boolean =>
  isRefusedByNodeOnly
    ? status === 404 && code === 'web_framework_error'
    : lacksRoute.has(status) && !code?.endsWith('_not_found')

/** Sends one request to a node. @throws RouteNotServed, CallFailed, AptosNodeFailure, or the reason of an aborted `signal`. */
export const requestNode = async (
  address: NodeAddress,
  question: FullNodeQuestion,
  options: NodeRequestOptions,
): Promise<Outcome> => {
  const { signal } = options
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), options.silenceMsMax)
  try {
    const response = await options.fetch(questionUrl(address, question.path, question.query ?? {}), {
      ...(question.body !== undefined && { method: 'POST', body: JSON.stringify(question.body) }),
      headers: {
        accept: 'application/json',
        ...(question.body !== undefined && { 'content-type': 'application/json' }),
        ...address.headers,
      },
      // A redirect could carry the key to another host.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([silence.signal, signal]) : silence.signal,
    })
    timer.refresh()
    // What the node announces is refused before it is sent.
    if (Number(response.headers.get('content-length')) > options.bodyBytesMax) throw new BodyTooLarge()
    const body = await readBounded(response.body, options.bodyBytesMax, () => timer.refresh())
    return outcomeOf(response, body, question)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof AptosNodeFailure || error instanceof RouteNotServed || error instanceof CallFailed) throw error
    if (silence.signal.aborted) throw failed('did not answer in time', { isTimeout: true })
    if (error instanceof BodyTooLarge) throw tooManyBytes(options.bodyBytesMax)
    throw failed(`could not be reached${codeOf(error)}`, { isUnreachable: true })
  } finally {
    // A body that is left unread ends with its request.
    silence.abort()
    clearTimeout(timer)
  }
}

const failed = (
  clause: string,
  { isTimeout = false, isUnreachable = false }: { isTimeout?: boolean; isUnreachable?: boolean },
): AptosNodeFailure =>
  new AptosNodeFailure(
    `The Aptos node ${clause}.`,
    { next: 'rest', failure: { kind: 'transient' }, isUnreachable },
    { isTimeout },
  )

const outcomeOf = (response: Awaited<ReturnType<NodeFetch>>, bytes: Buffer, question: FullNodeQuestion): Outcome => {
  const { status, headers } = response
  const body = response.ok && question.isReadAsBytes ? bytes : readJson(bytes.toString('utf8'))
  const ledger = ledgerOfHeaders(headers)
  const chainId = ledger?.chainId ?? (Number(headers.get('x-aptos-chain-id')) || undefined)
  if (response.ok) {
    if (body === undefined) throw unusable('The Aptos node returned incomplete JSON.')
    return { kind: 'answer', body, cursor: headers.get('x-aptos-cursor') ?? undefined, ledger, chainId }
  }
  // A 404 from something other than a full node (a wrong path, a proxy) has no such code, and proves nothing.
  const { error_code: code, message = '' } = nodeError.safeParse(body).data ?? {}
  if (status === 410 && code) return { kind: 'missing', missing: 'pruned', ledger, chainId }
  if (status === 404 && code?.endsWith('_not_found')) return { kind: 'missing', missing: 'unknown', ledger, chainId }
  if (status === 400 && code === 'invalid_input' && isAhead(question, ledger))
    return { kind: 'missing', missing: 'unknown', ledger, chainId }
  if (status === 400 && question.body !== undefined && code) throw new CallFailed(message.slice(0, messageMax))
  if (question.optional !== undefined && isRouteRefusal(question, status, code)) throw new RouteNotServed()
  const waitSeconds = retryAfterSeconds(headers.get('retry-after') ?? '')
  throw new AptosNodeFailure(`The Aptos node responded with ${status}.`, verdictOfStatus(status, waitSeconds), {
    retryAfterSeconds: waitSeconds,
  })
}

const verdictOfStatus = (status: number, waitSeconds: number | undefined): Verdict => {
  const failure = httpFailure(status, waitSeconds)
  return failure.kind === 'invalid' ? { next: 'doubt', isFinal: true } : { next: 'rest', failure }
}

/** Whether transactions are requested that the node does not have yet: it calls that a bad request. */
const isAhead = ({ path, query }: FullNodeQuestion, ledger: AptosLedger | undefined): boolean =>
  path === '/transactions' && ledger !== undefined && Number(query?.start) > ledger.newestVersion

const readJson = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonOverLimit) throw overLimit(error.excess)
    return undefined
  }
}

/** Only the error code: the error's text may contain the address, and with it a key. */
const codeOf = (error: unknown): string => {
  const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return isCoded ? ` (${error.code})` : ''
}

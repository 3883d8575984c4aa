import { createMcpHandler } from '@modelcontextprotocol/server'
import type { RenderError } from '#lib/api/error-bodies.ts'
import { BodyTooLarge, readBounded } from '#lib/api/input/bounded-body.ts'
import {
  type Admission,
  type Admit,
  corsHeaders,
  type Exchange,
  type ExchangeAnswer,
  type ExchangeOptions,
  enter,
  exchange,
  preflightHeaders,
} from '#lib/api/serve/exchange.ts'
import { errorCodes, isServiceError, ServiceError } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { type CallerRules, checkCaller } from './allowed-callers.ts'
import { createMcpServer } from './mcp-server.ts'
import type { McpCatalog } from './parts.ts'
import type { McpTool } from './tool.ts'
import { createCharge, createToolCall } from './tool-call.ts'

export type McpOptions = Pick<ExchangeOptions, 'observe' | 'compressed'> &
  CallerRules & {
    admit: Admit
    /** Whether callers must have a key of this server. */
    needsKey: boolean
    /** The limits of a caller without a key. */
    visitorOf: (request: Request) => string
    /** The scope that a key needs for a tool; undefined if any key will do. */
    scopeOf: (tool: McpTool) => string | undefined
    catalog: McpCatalog
  }

/** A call has calldata at most; tools have no other long argument. */
const bodyBytesMax = 512 * 1_024
/** Calls of one request, in the older revisions that have batches. */
const batchMax = 20

/** JSON-RPC's form of an error that is not the answer to a call. */
export const renderMcpError: RenderError = ({ message, code }, requestId) => ({
  jsonrpc: '2.0',
  error: { code: -32_000, message, data: { code, request_id: requestId } },
  id: null,
})

/** The Model Context Protocol, without sessions: the revision of 2026-07-28, and those with a handshake before it. */
export const createMcpDoor = (options: McpOptions): ((request: Request) => Promise<Response>) => {
  const { observe, compressed } = options
  const base = { renderError: renderMcpError, observe, headers: {}, ...(compressed !== undefined && { compressed }) }
  return exchange(base, async (seen) => {
    const { request, headers } = seen
    checkCaller(request, options)
    Object.assign(headers, corsHeaders)
    if (request.method === 'OPTIONS') {
      Object.assign(headers, preflightHeaders(request.headers.get('access-control-request-headers')))
      return { status: 204, body: null }
    }
    if (request.method !== 'POST') {
      headers.allow = 'POST, OPTIONS'
      throw new ServiceError(
        'method_not_allowed',
        'This endpoint accepts POST. It keeps no sessions and opens no streams.',
      )
    }
    const admission = await enter(seen, admitOf(options), { name: 'mcp', scopes: [] })
    const body = await readBody(request)
    seen.endpoint = endpointOf(body, options.catalog)
    return await answer(seen, body, admission, options)
  })
}

/** Where no key is needed, callers without one are visitors. */
const admitOf =
  ({ admit, needsKey, visitorOf }: McpOptions): Admit =>
  async (request, name) => {
    const admission = await admit(request, name)
    if (needsKey || !isServiceError(admission.refused, 'key_required')) return admission
    const requester = { id: visitorOf(request), hasKey: false }
    return { headers: admission.headers, caller: 'anonymous', requester }
  }

/** @throws body_too_large, invalid_request */
const readBody = async (request: Request): Promise<unknown> => {
  const bytes = await readBounded(request.body, bodyBytesMax).catch((error: unknown) => {
    if (error instanceof BodyTooLarge)
      throw new ServiceError('body_too_large', `The body is longer than ${bodyBytesMax} bytes.`)
    throw error
  })
  const body = parsed(bytes.toString('utf8'))
  if (Array.isArray(body) && body.length > batchMax)
    throw new ServiceError('invalid_request', `A batch has at most ${batchMax} calls.`)
  return body
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The body is not valid JSON.', { cause })
  }
}

const methods = [
  ...['initialize', 'notifications/initialized', 'ping', 'server/discover', 'tools/list', 'resources/list'],
  ...['resources/templates/list', 'resources/read', 'prompts/list', 'prompts/get'],
]

/** For logs and metrics: a known method or tool, never a text of the caller. */
const endpointOf = (body: unknown, { tools }: McpCatalog): string => {
  if (Array.isArray(body)) return 'batch'
  if (!isFields(body)) return 'unknown'
  const { method, params } = body
  if (method !== 'tools/call') return methods.find((known) => known === method) ?? 'unknown'
  return tools.find(({ name }) => isFields(params) && name === params.name)?.name ?? 'unknown tool'
}

const answer = async (
  seen: Exchange,
  body: unknown,
  { requester, scopes }: Admission,
  { catalog, scopeOf }: McpOptions,
): Promise<ExchangeAnswer> => {
  const { request, requestId, headers } = seen
  const faults: unknown[] = []
  const checkScope = (tool: McpTool): void => {
    const scope = scopeOf(tool)
    if (scope !== undefined && scopes !== undefined && !scopes.includes(scope))
      throw new ServiceError(
        'forbidden',
        `This API key lacks the scope ${scope}. It has: ${scopes.join(', ') || 'none'}.`,
      )
  }
  const onError = (error: unknown): void => void faults.push(error)
  const call = createToolCall({ signal: request.signal, requester, scopes }, (source) => {
    seen.source ??= source
  })
  const parts = { requestId, call, checkScope, charge: createCharge(), onError }
  // No list changes, so there is nothing to subscribe to.
  const { fetch } = createMcpHandler(() => createMcpServer(catalog, parts), { maxSubscriptions: 0 })
  const { url, method, signal } = request
  const response = await fetch(new Request(url, { method, signal, headers: request.headers }), { parsedBody: body })
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers['content-type'] = response.headers.get('content-type') ?? 'application/json'
  const { status } = response
  const error = faults[0]
  // A tool that failed is a result, sent with 200; logs and metrics have the status of its error.
  const logged = error === undefined ? status : isServiceError(error) ? error.status : errorCodes.internal
  return {
    status: logged,
    sentStatus: status,
    body: bytes.length > 0 ? bytes : null,
    ...(error !== undefined && { error }),
  }
}

import { Agent, type Dispatcher } from 'undici'
import type { AnyCall } from '#lib/api/client/call.ts'
import { callsOf, clientOf, createClient } from '#lib/api/client/client.ts'
import { readOutput } from '#lib/api/client/read-output.ts'
import { coverageSent } from '#lib/api/coverage.ts'
import type { Api, Endpoint, Service } from '#lib/api/endpoint.ts'
import { endpointNames, endpointOf } from '#lib/api/parse-input.ts'
import type { Route } from '#lib/api/route.ts'
import { isServiceError, ServiceError, SettingError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import { createRedact, type ProcessLog } from '#lib/base/logger.ts'
import {
  createUpstreamSend,
  defaultUpstreamLimits,
  type UpstreamLimits,
  type UpstreamSendOptions,
} from './upstream-send.ts'

/** Limits the number of connections; further calls wait within their own time limit. */
export const createUpstreamAgent = (): Agent =>
  new Agent({ connections: 32, connectTimeout: 5_000, keepAliveTimeout: 10_000, allowH2: false })

export type HostedOptions = {
  /** The interface's base address, without a slash at its end. */
  baseUrl: string
  /** Never leaves this server. */
  apiKey: string
  /** The unit of positions of its chains, for coverage. */
  unit?: string
  /** For the log. */
  name?: string
  log?: ProcessLog
  /** Returns a sentence if the upstream does not serve such a call, e.g. for a chain that only exists here. */
  refuse?: (input: Record<string, unknown>) => string | undefined
  limits?: Partial<UpstreamLimits>
  dispatcher?: Dispatcher
} & Pick<UpstreamSendOptions, 'spend' | 'wait' | 'random'>

/** A shorter key would also be removed from responses that contain it by chance. */
const keyLengthMin = 8

/**
 * Another server with the same API as a source: an HTTP client with the server's key, limits, and validation of every
 * response. The caller's own headers (key, cookies) are not available here.
 */
export const createHosted = <A extends Api>(api: A, options: HostedOptions): Service<A> => {
  const { baseUrl, apiKey, unit = 'block', name = 'hosted', log, refuse, limits, spend, wait, random } = options
  if (!/^[\x21-\x7e]+$/.test(apiKey) || apiKey.length < keyLengthMin)
    throw new SettingError(
      `The key for ${baseUrl} must be at least ${keyLengthMin} printable characters without spaces.`,
    )
  const redact = createRedact([apiKey])
  const send = createUpstreamSend({
    dispatcher: options.dispatcher ?? createUpstreamAgent(),
    redact,
    limits: { ...defaultUpstreamLimits, ...limits },
    spend,
    wait,
    random,
  })
  const client = createClient(api, {
    baseUrl,
    // Sends both, as API clients do: some of its APIs declare a bearer token, others the header.
    headers: { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}`, 'user-agent': 'spyglass' },
    send,
    coverageOf: (headers) => coverageSent(headers, unit),
  })

  const calls = callsOf(client)

  const ask = (endpointName: keyof A & string): AnyCall => {
    const endpoint = endpointOf(api, endpointName)
    const call = calls[endpointName]
    invariant(call, 'a client has a call for every endpoint')
    return async (input, context) => {
      const refusal = refuse?.(input)
      if (refusal !== undefined) throw new ServiceError('chain_not_served', refusal)
      try {
        const body = await call(input, context)
        if (isSingle(endpoint) && isNothing(body)) throw new ServiceError('not_found', 'Not found.')
        return readOutput(endpoint, body)
      } catch (thrown) {
        const error = toAnswer(thrown, endpoint)
        if (isServiceError(error, 'upstream_failed'))
          log?.warn({ source: name, endpoint: endpointName, err: error }, 'an upstream failed')
        throw error
      }
    }
  }
  return clientOf<A>(endpointNames(api), ask)
}

/** Whether the endpoint returns one record, and not a page of a list, a bare list or the response to a POST. */
const isSingle = ({ method, paged, output }: Endpoint): boolean =>
  method === 'GET' && paged === undefined && output.def.type !== 'array'

/** Some servers of this API report "no such record" as an empty 200. */
const isNothing = (body: unknown): boolean =>
  body === null || body === '' || (typeof body === 'object' && Object.keys(body).length === 0)

const toAnswer = (thrown: unknown, { paged }: Route): unknown => {
  if (thrown instanceof SyntaxError)
    return new ServiceError('upstream_failed', 'The hosted service did not return JSON.', { cause: thrown })
  // A list without rows is an empty list: a 404 here means that the upstream does not have the endpoint.
  if (paged !== undefined && isServiceError(thrown, 'not_found'))
    return new ServiceError('not_available', 'The hosted service does not have this list.', { cause: thrown })
  return thrown
}

import type { Requester } from '#lib/api/endpoint.ts'
import type { Admit } from '#lib/api/serve/admission.ts'
import { corsHeaders, preflightHeaders } from '#lib/api/serve/cors.ts'
import { withScopes } from '#lib/api/serve/key-scopes.ts'
import { requestIdOf } from '#lib/api/serve/request-id.ts'
import type { RequestFacts } from '#lib/api/serve/serve.ts'
import { badParameter, isServiceError, ServiceError, unexpected } from '#lib/base/errors.ts'
import type { VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { type EtherscanParameters, readAddress, readParameters } from './etherscan-parameters.ts'
import { readSource } from './read-source.ts'
import { sourceRecord, unverifiedAbi } from './source-record.ts'

export const etherscanPath = '/api/etherscan'

type Options = { admit: Admit; scope: string; observe: (facts: RequestFacts) => void; defaultChain: () => number }

/** Etherscan's form of an answer: `status` is 1 or 0, and `result` is what clients read. */
type Answer = { status: '0' | '1'; message: string; result: unknown }

const ok = (result: unknown): Answer => ({ status: '1', message: 'OK', result })
const notOk = (result: string, message = 'NOTOK'): Answer => ({ status: '0', message, result })

/**
 * The contract module of Etherscan's API, as far as build tools use it to verify contracts. A refused parameter is 400; states
 * such as "not verified" are 200 with `status` 0, as clients expect.
 */
export const createEtherscanHandler = (
  desk: VerifyDesk,
  { admit, scope, observe, defaultChain }: Options,
): ((request: Request) => Promise<Response>) => {
  const actions: Record<string, (parameters: EtherscanParameters, requester?: Requester) => Promise<Answer>> = {
    verifysourcecode: async (parameters, requester) => {
      const address = readAddress(parameters, 'contractaddress')
      const request = { address, ...readSource(parameters), by: 'etherscan' } as const
      return ok((await desk.submit(chainOf(parameters), request, requester)).id)
    },
    checkverifystatus: async (parameters) => statusAnswer(await desk.find(parameters.require('guid'))),
    getabi: async (parameters) => {
      const contract = await desk.verified(chainOf(parameters), readAddress(parameters, 'address'))
      return contract ? ok(JSON.stringify(contract.abi)) : notOk(unverifiedAbi)
    },
    getsourcecode: async (parameters) => {
      const chain = chainOf(parameters)
      const address = readAddress(parameters, 'address')
      const contract = await desk.verified(chain, address)
      return ok([sourceRecord(contract, contract ? await desk.sources(chain, address) : {})])
    },
  }

  const chainOf = (parameters: EtherscanParameters): number => {
    const text = parameters.get('chainid')
    if (text === undefined) return desk.chain(defaultChain()).id
    if (!/^\d{1,15}$/.test(text)) throw badParameter('chainid', 'is not a decimal chain id')
    return desk.chain(Number(text)).id
  }

  const answer = async (
    request: Request,
    seen: Partial<RequestFacts> & { headers: Record<string, string> },
  ): Promise<Answer> => {
    const admission = withScopes(await admit(request, 'etherscan'), [scope])
    Object.assign(seen.headers, admission.headers)
    seen.caller = admission.caller
    if (admission.refused) throw admission.refused
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST')
      throw new ServiceError('method_not_allowed', 'This endpoint accepts GET, HEAD, POST, OPTIONS.')
    const parameters = await readParameters(request)
    if (parameters.require('module') !== 'contract')
      throw badParameter('module', 'is not served here: expected contract')
    const name = parameters.require('action').toLowerCase()
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action === undefined)
      throw badParameter('action', `is not served here: expected one of ${Object.keys(actions).join(', ')}`)
    seen.endpoint = name
    return await action(parameters, admission.requester)
  }

  return async (request) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    const seen: Partial<RequestFacts> & { headers: Record<string, string> } = { headers: {} }
    const done = (status: number, body: Answer | null, error?: unknown): Response => {
      const { headers, ...facts } = seen
      const durationMs = performance.now() - startedAt
      observe({ requestId, method: request.method, status, durationMs, error, ...facts })
      return new Response(body === null || request.method === 'HEAD' ? null : JSON.stringify(body), {
        status,
        headers: {
          ...(body && { 'content-type': 'application/json; charset=utf-8' }),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'x-request-id': requestId,
          ...corsHeaders,
          ...headers,
        },
      })
    }
    if (request.method === 'OPTIONS') {
      Object.assign(seen.headers, preflightHeaders(request.headers.get('access-control-request-headers')))
      return done(204, null)
    }
    try {
      return done(200, await answer(request, seen))
    } catch (thrown) {
      const error = isServiceError(thrown) ? thrown : unexpected(thrown)
      if (error.retryAfterSeconds !== undefined)
        seen.headers['retry-after'] = String(Math.ceil(error.retryAfterSeconds))
      return done(error.status, notOk(error.message), thrown)
    }
  }
}

/** Clients compare these results exactly; the place in the queue and the reason of a failure are in `message`. */
const statusAnswer = (verification: Awaited<ReturnType<VerifyDesk['find']>>): Answer => {
  if (verification === undefined) throw badParameter('guid', 'is not the id of a verification')
  const { place, finishedAt, fault } = verification
  if (finishedAt === undefined)
    return notOk('Pending in queue', place === undefined ? undefined : `NOTOK: number ${place} in the queue`)
  return fault ? notOk('Fail - Unable to verify', fault.message) : ok('Pass - Verified')
}

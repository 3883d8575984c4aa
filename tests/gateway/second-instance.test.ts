import { afterEach, describe, expect, test } from 'vitest'
import { signInApi } from '#lib/account/contract/api.ts'
import { createClient } from '#lib/api/client/client.ts'
import type { Api, CallContext, Service } from '#lib/api/endpoint.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import { serve } from '#lib/api/serve/serve.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { createHosted, createUpstreamAgent } from '#lib/gateway/hosted.ts'
import { createAdmit } from '#lib/http/admit.ts'
import { configuredKeys } from '#lib/http/keys.ts'
import { createLimits } from '#lib/http/limits.ts'
import { createSessions } from '#lib/http/sessions.ts'
import { serveOnPort } from './serve-on-port.ts'

/*
 * A second running instance as upstream: a program asks B over HTTP, B's only source is A over HTTP, and A answers each
 * endpoint's example. What arrives must be the example, unchanged by two servers, two clients and two gates.
 */

const callersKey = 'the-callers-own-key'
const serversKey = 'the-key-that-b-holds-at-a'

const admitWith = (key: string) =>
  createAdmit({
    findKey: configuredKeys([{ name: 'someone', key }]),
    sessions: createSessions({ secret: 's'.repeat(32), siteUrl: 'http://localhost' }),
    limits: createLimits({ keyPerSecond: 1_000, anonymousPerSecond: 1_000 }),
  })

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const startPair = async <A extends Api>(api: A, service: Service<A>) => {
  const seenByA: Request[] = []
  const facts: RequestFacts[] = []
  const served = serve(api, createGateway(api, [{ name: 'index', service }]), {
    renderError: renderPlainError,
    admit: admitWith(serversKey),
    observe: () => undefined,
  })
  const a = await serveOnPort((request) => {
    seenByA.push(request)
    return served(request)
  })
  const agent = createUpstreamAgent()
  const hosted = createHosted(api, { baseUrl: a.baseUrl, apiKey: serversKey, dispatcher: agent })
  const b = await serveOnPort(
    serve(api, createGateway(api, [{ name: 'hosted', service: hosted }]), {
      renderError: renderPlainError,
      admit: admitWith(callersKey),
      observe: (seen) => facts.push(seen),
    }),
  )
  open.push({ close: () => agent.destroy() }, a, b)
  const program = createClient(api, {
    baseUrl: b.baseUrl,
    headers: { 'x-api-key': callersKey, cookie: 'private=1' },
  })
  return { program, seenByA, facts }
}

type Call = (input: RawParameters, context?: CallContext) => Promise<unknown>

const answersExamples = async (api: Api) => {
  const service = Object.fromEntries(
    Object.entries(api).map(([name, { example }]) => [name, async () => example.output]),
  ) as Service<Api>
  const { program, seenByA, facts } = await startPair(api, service)
  for (const [name, { example }] of Object.entries(api))
    expect(await (program[name] as Call)(example.input), name).toEqual(example.output)
  expect(facts.map(({ endpoint, source }) => [endpoint, source])).toEqual(Object.keys(api).map((n) => [n, 'hosted']))
  return seenByA
}

describe('an instance whose source is another instance', () => {
  test('answers every EVM endpoint unchanged', async () => {
    expect(await answersExamples(evmApi)).toHaveLength(Object.keys(evmApi).length)
  })

  test('answers every Aptos endpoint unchanged', async () => {
    expect(await answersExamples(aptosApi)).toHaveLength(6)
  })

  test('answers every sign-in endpoint unchanged, with 201', async () => {
    expect(await answersExamples(signInApi)).toHaveLength(4)
  })

  test("sends its own key, and nothing else of the caller's", async () => {
    const [request] = await answersExamples(evmApi)
    const sent = JSON.stringify([...(request?.headers ?? [])])
    expect(sent).toContain(serversKey)
    expect(sent).not.toContain(callersKey)
    expect(sent).not.toContain('private')
  })

  test('passes on the errors of the other with their code and message', async () => {
    const { transaction } = evmApi
    const failWith = (error: unknown) => ({ transaction: () => Promise.reject(error) })
    const codeVia = async (error: unknown) => {
      const api = { transaction }
      const { program } = await startPair(api, failWith(error))
      const thrown = await program.transaction(transaction.example.input).catch((reason: unknown) => reason)
      return thrown instanceof ServiceError ? [thrown.code, thrown.message] : thrown
    }
    expect(await codeVia(new ServiceError('not_found', 'No such transaction.'))).toEqual([
      'not_found',
      'No such transaction.',
    ])
    expect(await codeVia(new ServiceError('not_available', 'Not indexed here.'))).toEqual([
      'not_available',
      'Not indexed here.',
    ])
    expect(await codeVia(new TypeError('a bug in A'))).toEqual([
      'upstream_failed',
      'The hosted service responded with 500.',
    ])
  })
})

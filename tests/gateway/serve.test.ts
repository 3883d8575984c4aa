import { describe, expect, test } from 'vitest'
import type { Client } from '#lib/api/endpoint.ts'
import { renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import { type ServeOptions, serve } from '#lib/api/serve/serve.ts'
import { badParameter, errorCodes, ServiceError } from '#lib/base/errors.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { type LanternApi, lanternApi, lanternService, paperLantern } from './lantern-api.ts'

const site = 'http://spyglass.test'

const start = (client: Partial<Client<LanternApi>> = {}, options: Partial<ServeOptions> = {}) => {
  const facts: RequestFacts[] = []
  const gateway = createGateway(lanternApi, [{ name: 'index', service: lanternService() }])
  const handle = serve(
    lanternApi,
    { ...gateway, ...client },
    { renderError: renderPlainError, observe: (seen) => facts.push(seen), ...options },
  )
  return { facts, get: (path: string, init?: RequestInit) => handle(new Request(site + path, init)) }
}

const post = (
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): RequestInit => ({
  method: 'POST',
  body,
  headers,
})

describe('a response', () => {
  test("has the contract's status, JSON, the source and a request id, and no-store", async () => {
    const { get, facts } = start()
    const response = await get('/v1/lanterns/paper')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(paperLantern)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-spyglass-source': 'index',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      'access-control-allow-origin': '*',
    })
    expect(facts).toMatchObject([{ method: 'GET', endpoint: 'lantern', status: 200, source: 'index' }])
    expect((await get('/v1/lanterns/paper/light', post('{"match":"long"}'))).status).toBe(201)
  })

  test('merges query, body and path, with the path taking precedence', async () => {
    const seen: unknown[] = []
    const { get } = start({
      light: async (input) => {
        seen.push(input)
        return paperLantern
      },
    })
    await get('/v1/lanterns/paper/light?id=other&match=short&extra=1', post('{"id":"third","match":"long"}'))
    expect(seen).toEqual([{ id: 'paper', match: 'long', extra: '1' }])
  })

  test("keeps a caller's request id only if it is safe to repeat", async () => {
    const { get } = start()
    const idFor = async (id: string) =>
      (await get('/v1/lanterns/paper', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await idFor('order-7.a_B')).toBe('order-7.a_B')
    expect(await idFor('a b')).not.toBe('a b')
    expect(await idFor('x'.repeat(65))).not.toBe('x'.repeat(65))
  })

  test('to HEAD is the same without a body', async () => {
    const { get } = start()
    const response = await get('/v1/lanterns/paper', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('json')
    expect(await response.text()).toBe('')
  })
})

describe('the path', () => {
  test('is matched below the base path and nowhere else', async () => {
    const { get } = start({}, { basePath: '/api/lamps', rewrite: { '/v1.2': '/v1' } })
    expect((await get('/api/lamps/v1/lanterns/paper')).status).toBe(200)
    expect((await get('/api/lamps/v1.2/lanterns/paper')).status).toBe(200)
    expect((await get('/api/lamps/v1.3/lanterns/paper')).status).toBe(404)
    expect((await get('/api/lamps-testnet/v1/lanterns/paper')).status).toBe(404)
    expect((await get('/v1/lanterns/paper')).status).toBe(404)
  })

  test('that is unknown is a 404 that links to the list of endpoints', async () => {
    const { get, facts } = start()
    const response = await get('/v1/lamps')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      message: 'There is no endpoint GET /v1/lamps. The endpoints are listed at /docs.',
      code: 'not_found',
    })
    expect(facts[0]?.endpoint).toBeUndefined()
  })

  test('with a wrong method is a 405 with the allowed ones', async () => {
    const { get } = start()
    const wrong = await get('/v1/lanterns/paper', { method: 'DELETE' })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect((await get('/v1/lanterns/paper/light')).headers.get('allow')).toBe('POST, OPTIONS')
  })
})

describe('a body', () => {
  test('of another type, malformed, or not an object is refused with a message', async () => {
    const { get } = start()
    const messageOf = async (init: RequestInit) => {
      const response = await get('/v1/lanterns/paper/light', init)
      expect(response.status).toBe(400)
      return ((await response.json()) as { message: string }).message
    }
    expect(await messageOf(post('match=long', { 'content-type': 'text/plain' }))).toContain('application/json')
    expect(await messageOf(post('{"match":'))).toBe('The body is not valid JSON.')
    expect(await messageOf(post('{"match":'.repeat(5_000)))).toBe('The body is nested too deeply.')
    expect(await messageOf(post('[1]'))).toBe('The body must be a JSON object.')
    expect(await messageOf(post('null'))).toBe('The body must be a JSON object.')
    expect(await messageOf(post(new Uint8Array([0xff, 0xfe, 0x7b])))).toBe('The body could not be read as UTF-8 text.')
    expect(await messageOf(post(''))).toContain('match is required')
  })

  test('over 64 KiB is refused while streaming, whatever its declared length', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(new Uint8Array(16 * 1024).fill(0x20))
      },
    })
    const { get } = start()
    const init = { ...post(''), body: endless, duplex: 'half' } as RequestInit
    const response = await get('/v1/lanterns/paper/light', init)
    expect(response.status).toBe(413)
    expect(pulled).toBeLessThan(10)
  })

  test("cannot reach an object's prototype", async () => {
    const { get } = start()
    const response = await get('/v1/lanterns/paper/light', post('{"__proto__":{"match":"long"}}'))
    expect(response.status).toBe(400)
    expect(({} as Record<string, unknown>).match).toBeUndefined()
  })
})

describe('an error', () => {
  test("of every code has the table's status and the body format of its API", async () => {
    for (const [code, status] of Object.entries(errorCodes)) {
      const throwing = {
        lantern: async () => {
          throw new ServiceError(code as keyof typeof errorCodes, 'So it is.')
        },
      }
      const evm = await start(throwing).get('/v1/lanterns/paper', { headers: { 'x-request-id': 'r1' } })
      expect(evm.status).toBe(status)
      expect(await evm.json()).toEqual({ message: 'So it is.', code, request_id: 'r1' })
      const nest = await start(throwing, { renderError: renderNestError }).get('/v1/lanterns/paper')
      expect(await nest.json()).toMatchObject({ statusCode: status, message: 'So it is.', code })
    }
  })

  test('in the parameters names all of them', async () => {
    const evm = await start().get('/v1/lanterns?limit=x&tags=a&tags=b&tags=c&tags=d')
    expect(evm.status).toBe(400)
    const body = (await evm.json()) as { details: { name: string }[] }
    expect(body.details.map(({ name }) => name).sort()).toEqual(['limit', 'tags'])
    const nest = await start({}, { renderError: renderNestError }).get('/v1/lanterns?limit=x')
    expect(await nest.json()).toMatchObject({
      statusCode: 400,
      error: 'Bad Request',
      message: [expect.stringMatching(/^limit is not a page size/)],
    })
  })

  test('with a delay sends it in Retry-After', async () => {
    const { get } = start({
      lantern: async () => {
        throw new ServiceError('rate_limited', 'Rate Limit exceeded', { retryAfterSeconds: 1.2 })
      },
    })
    expect((await get('/v1/lanterns/paper')).headers.get('retry-after')).toBe('2')
  })

  test('that is a bug reveals nothing, and is logged with the request id', async () => {
    const bug = new TypeError('secret detail at db.ts:7')
    const { get, facts } = start({ lantern: () => Promise.reject(bug) })
    const response = await get('/v1/lanterns/paper', { headers: { 'x-request-id': 'r2' } })
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).toContain('"request_id":"r2"')
    expect(text).not.toContain('secret')
    expect(facts).toMatchObject([{ requestId: 'r2', status: 500, error: bug }])
  })

  test('for output that cannot be serialised is a bug', async () => {
    const { get } = start({ lantern: async () => ({ ...paperLantern, glow: 1n as unknown as string }) })
    expect((await get('/v1/lanterns/paper')).status).toBe(500)
  })
})

describe('a client that disconnects', () => {
  test('aborts the work, which is not an error', async () => {
    const leaving = new AbortController()
    let signal: AbortSignal | undefined
    const { get, facts } = start({
      lantern: (_, context) =>
        new Promise((_resolve, reject) => {
          signal = context?.signal
          signal?.addEventListener('abort', () => reject(signal?.reason))
          leaving.abort()
        }),
    })
    const response = await get('/v1/lanterns/paper', { signal: leaving.signal })
    expect(signal?.aborted).toBe(true)
    expect(response.status).toBe(499)
    expect(facts).toMatchObject([{ status: 499, error: undefined }])
  })
})

describe('scripts on other origins', () => {
  test('may send the headers that clients use, but never credentials', async () => {
    const { get } = start({}, { admit: () => Promise.reject(badParameter('x', 'a preflight carries no key')) })
    const asked = 'X-API-Key, x-moralis-platform, x-trace-id, bad header, <b>'
    const response = await get('/v1/lanterns/paper', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.test', 'access-control-request-headers': asked },
    })
    expect(response.status).toBe(204)
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? []
    for (const name of ['x-api-key', 'authorization', 'content-type', 'x-moralis-platform', 'x-trace-id'])
      expect(allowed).toContain(name)
    expect(allowed.join()).not.toContain('bad')
    expect(allowed.join()).not.toContain('<')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
  })

  test('may read the request id, the limits and Retry-After', async () => {
    const exposed = (await start().get('/v1/lanterns/paper')).headers.get('access-control-expose-headers')
    for (const name of ['x-request-id', 'retry-after', 'x-rate-limit-remaining']) expect(exposed).toContain(name)
  })
})

describe('admission', () => {
  test('happens before the body is read, and its headers are sent with a refusal too', async () => {
    let read = false
    const body = new ReadableStream<Uint8Array>(
      {
        pull: () => {
          read = true
        },
      },
      { highWaterMark: 0 },
    )
    const refused = new ServiceError('rate_limited', 'Rate Limit exceeded', { retryAfterSeconds: 1 })
    const { get, facts } = start(
      {},
      { admit: async () => ({ headers: { 'x-rate-limit-remaining': '0' }, caller: 'ann', refused }) },
    )
    const response = await get('/v1/lanterns/paper/light', { ...post(''), body, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(429)
    expect(response.headers.get('x-rate-limit-remaining')).toBe('0')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(facts).toMatchObject([{ caller: 'ann', endpoint: 'light' }])
    expect(read).toBe(false)
  })

  test('refuses a key without the scope of an API before the body is read; a key without scopes may use all', async () => {
    const admitWith = (scopes?: string[]) => async () => ({ headers: {}, caller: 'ann', scopes })
    const refused = await start({}, { scope: 'evm', admit: admitWith(['aptos']) }).get('/v1/lanterns/paper')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('lacks the scope evm') })
    for (const scopes of [['aptos', 'evm'], undefined])
      expect((await start({}, { scope: 'evm', admit: admitWith(scopes) }).get('/v1/lanterns/paper')).status).not.toBe(
        403,
      )
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '#lib/config/family.ts'
import { createRouter } from '#lib/server/systems/api-paths.ts'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { startDemoApi } from '#tests/support/demo-servers.ts'
import { fuzzedRequests, malformedRequests, rawAnswer, sendRaw } from '#tests/support/raw-http.ts'
import { isFull } from '#tests/support/tier.ts'

/* `lib/server/api-server.ts` over the demo ledger; that web answers the same is held by tests/html/api-server.test.ts. */

const busiestWallet = '0xd2378898c87f72de22eb67673fd23889796c694e'
const walletPath = `/api/v2/${busiestWallet}?chain=demo`

let server: RunningApiServer
beforeAll(async () => {
  server = await startDemoApi({ TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: '1000', LOG_LEVEL: 'debug' })
})
afterAll(async () => {
  await server?.stop()
})

const get = async (path: string, headers: Record<string, string> = { 'x-api-key': apiKey }, method = 'GET') => {
  const response = await fetch(server.url + path, { headers, method })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

describe('the router', () => {
  const named =
    (name: string): Handler =>
    async () =>
      new Response(name)
  const route = createRouter(
    { health: named('health'), signIn: named('signIn'), originals: named('originals'), media: named('media') },
    [{ paths: ['/api/v2/', '/api/v2.2/'], handler: named('evm') }],
    named('unknown'),
  )
  const nameAt = async (path: string): Promise<string> => (await route(new Request(`http://localhost${path}`))).text()

  test('matches whole path segments: documents by their path, APIs below theirs', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/',
      '/api/v2.2',
      '/api/v2.2/',
      '/api/v2.3/x',
      '/api/authx/y',
      '/API/auth/x',
      '/docs',
    ])
      expect(await nameAt(path), path).toBe('unknown')
    expect(await nameAt('/api/health?any=thing')).toBe('health')
    expect(await nameAt('/api/health/')).toBe('unknown')
    expect(await nameAt('/api/auth/challenge/request/aptos')).toBe('signIn')
    expect(await nameAt('/api/v2.2/block/1')).toBe('evm')
    expect(await nameAt('/media/original/1')).toBe('originals')
    expect(await nameAt('/media/1/low.webp')).toBe('media')
  })
})

describe('a response', () => {
  test('matches what the same handler returns in web: records, API key, rate limit, source, request id', async () => {
    const { status, headers, body } = await get(`${walletPath}&limit=2`, {
      'x-api-key': apiKey,
      'x-request-id': 'mine',
    })
    expect(status).toBe(200)
    expect(body.result).toHaveLength(2)
    expect(headers.get('x-request-id')).toBe('mine')
    expect(headers.get('x-spyglass-source')).toBe('demo')
    expect(headers.get('x-rate-limit-limit')).toMatch(/^\d+$/)
    expect((await get(walletPath, {})).status).toBe(401)
    expect((await get('/api/aptos/blocks/34')).body.block_height).toBe('34')
    expect((await get('/api/explorer/evm/chains')).body.result).toHaveLength(1)
  })

  test('is compressed with the encoding that the caller accepts', async () => {
    const plain = await get(walletPath, { 'x-api-key': apiKey, 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const encoding of ['gzip', 'br']) {
      const { headers, body } = await get(walletPath, { 'x-api-key': apiKey, 'accept-encoding': encoding })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(Number(headers.get('content-length'))).toBeLessThan(plain.text.length / 5)
      expect(body.result).toEqual(plain.body.result)
    }
  })

  test('to HEAD, OPTIONS and unsupported methods follows HTTP', async () => {
    const head = await get(walletPath, undefined, 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
    const preflight = await get(
      walletPath,
      { Origin: 'https://a.example', 'Access-Control-Request-Headers': 'x-api-key' },
      'OPTIONS',
    )
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-api-key')
    expect((await get(walletPath, undefined, 'PUT')).status).toBe(405)
    expect((await get('/api/health', {}, 'HEAD')).status).toBe(200)
    expect((await get('/api/health', {}, 'OPTIONS')).status).toBe(204)
    const post = await get('/api/metrics', {}, 'POST')
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('to a POST is computed from its body', async () => {
    const response = await fetch(`${server.url}/api/auth/challenge/request/aptos`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: '{"domain":',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'The body is not valid JSON.' })
  })

  test('for operators needs no API key', async () => {
    expect((await get('/api/health', {})).body).toMatchObject({ status: 'ok', demo: true })
    expect(Object.keys((await get('/api/openapi.json', {})).body.paths)).toContain('/api/v2/{address}')
    expect(await (await fetch(`${server.url}/api/metrics`)).text()).toMatch(/^spyglass_requests_total/m)
  })
})

describe('a malformed request', () => {
  test.each([
    ['a path with a truncated escape', '/api/v2/%E0%A4%A?chain=demo', 400],
    ['a query with a truncated escape', `${walletPath}&cursor=%E0%A4%A`, 400],
    ['NUL in the path', '/api/v2/%00?chain=demo', 400],
    ['dot segments above the root', '/api/v2/../../../etc/passwd', 404],
    ['a list index of a million', `${walletPath}&include[1000000]=x`, 400],
    ['a very long path', `/api/v2/0x${'a'.repeat(12_000)}`, 400],
  ])('is refused with a JSON error: %s', async (_, path, status) => {
    // Not by fetch, which would tidy the path up.
    const answer = await sendRaw(
      server.url,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${apiKey}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.split('\r\n')[0]).toContain(` ${status} `)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ request_id: expect.any(String) })
  })

  test.each([
    ['an invalid Host', 'GET /api/health HTTP/1.1\r\nHost: a b\r\n', '400'],
    ['a Host with a path', 'GET /api/health HTTP/1.1\r\nHost: evil.example/x\r\n', '400'],
    ['no Host', 'GET /api/health HTTP/1.1\r\n', '400'],
    ['another URL scheme', 'GET ftp://localhost/api/health HTTP/1.1\r\nHost: localhost\r\n', '400'],
    [
      'a query longer than the header limit',
      `GET ${walletPath}&x=${'y'.repeat(66_000)} HTTP/1.1\r\nHost: localhost\r\n`,
      '431',
    ],
    ['input that is not HTTP', 'hello\r\n', '400'],
    ['TRACE', 'TRACE /api/health HTTP/1.1\r\nHost: localhost\r\n', '405'],
  ])('is refused: %s', async (_, head, status) => {
    expect((await sendRaw(server.url, `${head}Connection: close\r\n\r\n`)).split('\r\n')[0]).toContain(` ${status} `)
  })

  test('with an absolute URL is routed by its path', async () => {
    const answer = await sendRaw(
      server.url,
      `GET http://other.example/api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.split('\r\n')[0]).toContain(' 200 ')
  })

  test('leaves the server running', async () => {
    expect((await get(walletPath)).status).toBe(200)
    expect(server.output()).toContain('"process":"api"')
    expect(server.output()).not.toContain('a bug')
  })
})

describe('malformed and fuzzed requests', () => {
  test.each(malformedRequests)('%s', async (_, text, statuses) => {
    const { status, body } = await rawAnswer(server.url, text)
    expect(statuses).toContain(status)
    expect(JSON.parse(body.startsWith('{') ? body : JSON.stringify(body))).toBeTruthy()
    expect(body.length).toBeGreaterThan(10)
  })

  test('never cause a 5xx', async () => {
    const failed: string[] = []
    const requests = fuzzedRequests(isFull ? 1_500 : 300)
    for (let at = 0; at < requests.length; at += 16)
      await Promise.all(
        requests.slice(at, at + 16).map(async (text) => {
          const { status } = await rawAnswer(server.url, text)
          if (!(status >= 200 && status < 500)) failed.push(`${status} ${text}`)
        }),
      )
    expect(failed).toEqual([])
  })

  test('with four lists of 100 addresses fit into a query string', async () => {
    const listOf = (name: string) =>
      Array.from({ length: 100 }, (_, at) => `${encodeURIComponent(`${name}[]`)}=0x${String(at).padStart(40, '0')}`)
    const names = ['contract_addresses', 'exclude_contracts', 'wallet_addresses', 'exclude_wallets']
    const query = names.flatMap(listOf).join('&')
    expect(query.length).toBeGreaterThan(24_000)
    expect((await get(`/api/v2/erc20/transfers?chain=demo&${query}`)).status).toBe(200)
  })
})

describe('a server with an https URL, its own allowed origins, a metrics token and a small limit', () => {
  const token = 'a-token-of-the-operator'
  const perSecond = 3
  let own: RunningApiServer
  beforeAll(async () => {
    own = await startApiServer(
      {
        DATABASE_URL: server.databaseUrl,
        SITE_URL: 'https://explorer.example',
        CORS_ORIGINS: 'https://app.example',
        METRICS_TOKEN: token,
        TRUST_PROXY: '1',
        RATE_LIMIT_ANONYMOUS: String(perSecond),
      },
      { withWorker: false, healthToken: token },
    )
  })
  afterAll(async () => {
    await own?.stop()
  })
  let visitors = 0
  /** Each request is that of another visitor. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(own.url + path, { headers: { 'x-forwarded-for': `192.0.2.${++visitors}`, ...headers }, method })

  test('sends browsers the matching security headers', async () => {
    const { headers } = await ask('/api/health')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect((await ask('/media/x')).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await get('/api/health')).headers.get('strict-transport-security')).toBeNull()
  })

  test('shows metrics and health details only to the operator', async () => {
    const refused = await ask('/api/metrics')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Spyglass"'])
    expect((await ask('/api/metrics', { authorization: 'Bearer another-token-0123' })).status).toBe(401)
    const bearer = { authorization: `Bearer ${token}` }
    expect(await (await ask('/api/metrics', bearer)).text()).toContain('spyglass_requests_total')
    const health = await ask('/api/health')
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    expect(await (await ask('/api/health', bearer)).json()).toMatchObject({ database: { ok: true } })
  })

  test('allows only its own origins to read the API', async () => {
    const allowedFor = async (origin: string, path = walletPath, method = 'GET') =>
      (await ask(path, { origin, 'x-api-key': apiKey }, method)).headers.get('access-control-allow-origin')
    for (const path of [walletPath, '/api/health', '/api/openapi.json', '/api/nosuch', '/api/%ff']) {
      expect(await allowedFor('https://app.example', path), path).toBe('https://app.example')
      expect(await allowedFor('https://evil.example', path), path).toBeNull()
    }
    expect(await allowedFor('https://app.example', walletPath, 'OPTIONS')).toBe('https://app.example')
    expect(await allowedFor('https://evil.example', walletPath, 'OPTIONS')).toBeNull()
  })

  test('tells callers without a key how to sign in', async () => {
    for (const path of [walletPath, '/api/aptos/blocks/34', '/api/export/csv/v2/0x1/nft/transfers', '/api/metrics'])
      expect((await ask(path)).headers.get('www-authenticate'), path).toBe('Bearer realm="Spyglass"')
  })

  test('compresses documents and exports like responses, and leaves short ones uncompressed', async () => {
    const encodingOf = async (path: string, accepted: string) =>
      (await ask(path, { 'accept-encoding': accepted, 'x-api-key': apiKey })).headers.get('content-encoding')
    const exported = `/api/export/csv/v2/${busiestWallet}/nft/transfers?chain=demo`
    for (const path of ['/api/openapi.json', exported, walletPath]) {
      expect(await encodingOf(path, 'br, gzip'), path).toBe('br')
      expect(await encodingOf(path, 'gzip'), path).toBe('gzip')
      expect(await encodingOf(path, 'identity'), path).toBeNull()
    }
    expect(await encodingOf('/api/health', 'br')).toBeNull()
  })

  /** Asks without a key until the limit says no, or not at all; how often it was let through to the key check. */
  const asksBeforeLimit = async (headersOf: (turn: number) => Record<string, string>): Promise<number> => {
    for (let asked = 0; asked < 12; asked++) if ((await ask(walletPath, headersOf(asked))).status === 429) return asked
    return 12
  }

  test('identifies visitors by the trusted proxy: none can choose its own address', async () => {
    const claims = (turn: number) => ({
      'x-spyglass-address': `203.0.113.${turn}`,
      'x-forwarded-for': `203.0.113.${turn}, 198.51.100.7`,
    })
    expect(await asksBeforeLimit(claims)).toBeLessThanOrEqual(2 * perSecond + 1)
    expect(await asksBeforeLimit((turn) => ({ 'x-forwarded-for': `198.51.100.${100 + turn}` }))).toBe(12)
  })
})

describe('the process', () => {
  const run = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', builtProcess('api-server')], {
      env: { ...bareEnvironment(), DATABASE_URL: server.databaseUrl, ...environment },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    return once(child, 'close').then(([code]) => ({ code, output }))
  }

  test('reports that its port is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const address = holder.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { code, output } = await run({ PORT: String(port) })
    holder.close()
    expect(code).toBe(78)
    expect(output).toBe(`spyglass: port ${port} is in use; set PORT to another one.\n`)
  })

  test('lists every configuration error', async () => {
    const { code, output } = await run({ PORT: 'many', RATE_LIMIT_KEY: '0' })
    expect(code).toBe(78)
    expect(output).toContain('PORT must be a whole number')
    expect(output).toContain('RATE_LIMIT_KEY must be at least 1')
    expect(output).not.toMatch(/\n\s+at /)
  })

  // It is the last: it stops the server of this file.
  test('answers pending requests before it stops', async () => {
    const asked = Array.from({ length: 20 }, () => fetch(server.url + walletPath, { headers: { 'x-api-key': apiKey } }))
    await Promise.race(asked)
    process.kill(server.pid, 'SIGTERM')
    for (const answer of await Promise.allSettled(asked))
      if (answer.status === 'fulfilled') expect((await answer.value.json()).result).toHaveLength(100)
    expect(await server.stop()).toBe(0)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { startDemoApi } from '#tests/support/demo-servers.ts'
import { rawAnswer } from '#tests/support/raw-http.ts'
import { type Called, connect, generations, textOf } from './clients.ts'

/* `/mcp` over the demo ledger: the official clients, who may call, and what a call costs. */

const wallet = '0xd2378898c87f72de22eb67673fd23889796c694e'
const allowedSite = 'https://app.example'

let server: RunningApiServer
beforeAll(async () => {
  server = await startDemoApi({ LOG_LEVEL: 'debug', CORS_ORIGINS: allowedSite })
}, 300_000)
afterAll(async () => await server?.stop())

const key = { authorization: `Bearer ${apiKey}` }
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const post = (headers: Record<string, string>, body = listTools, to = server.url, method = 'POST') =>
  fetch(`${to}/mcp`, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    ...(method === 'POST' && { body }),
  })

describe.each(generations)('a client of %s', (generation) => {
  test('finds the tools on one page in a fixed order, all of them read-only', async () => {
    const client = await connect(generation, server.url, key)
    const { tools, nextCursor } = await client.listTools()
    expect(tools.map(({ name }) => name).slice(0, 2)).toEqual(['index_status', 'search'])
    expect(nextCursor).toBeUndefined()
    for (const { name, annotations, inputSchema } of tools) {
      expect([name, annotations]).toMatchObject([name, { readOnlyHint: true, destructiveHint: false }])
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    }
    expect(client.getInstructions()).toContain('They are data')
    await client.close()
  })

  test('gets an answer as text and as fields, with its chain, block and coverage', async () => {
    const client = await connect(generation, server.url, key)
    const called = (await client.callTool({
      name: 'get_address',
      arguments: { address: wallet, chain: 'demo' },
    })) as Called
    expect(called.isError).not.toBe(true)
    expect(called.structuredContent).toMatchObject({
      chain: 'demo',
      block: expect.stringMatching(/^\d+$/),
      coverage: { complete: true, from: '0' },
      truncated: false,
      address: wallet,
    })
    expect(textOf(called)).toContain('label: "Ferry Payouts"')
    await client.close()
  })

  test('is told which argument is wrong, and what it accepts', async () => {
    const client = await connect(generation, server.url, key)
    const faults: [Record<string, unknown>, string][] = [
      [{ address: '0x12' }, 'address is not a valid hex address: expected 0x and 40 hex digits'],
      [{}, 'address is required'],
      [{ address: wallet, wallet }, 'wallet is not a parameter of get_address: expected address, chain'],
    ]
    for (const [given, text] of faults) {
      const called = (await client.callTool({ name: 'get_address', arguments: given })) as Called
      expect([called.isError, textOf(called)]).toEqual([true, expect.stringContaining(text)])
    }
    await client.close()
  })

  test('reads resources', async () => {
    const client = await connect(generation, server.url, key)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['spyglass://chains', 'spyglass://docs/api'])
    const texts = await Promise.all(
      resources.map(async ({ uri }) => JSON.stringify(await client.readResource({ uri }))),
    )
    expect(texts).toEqual([expect.stringContaining('Demo ledger'), expect.stringContaining('index_status')])
    await client.close()
  })
})

describe('a caller', () => {
  test('with no key or a wrong one is refused, with the scheme to use', async () => {
    for (const headers of [{}, { 'x-api-key': 'wrong-key-0123456789' }] as Record<string, string>[]) {
      const response = await post(headers)
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Spyglass"'])
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
    }
    expect((await post({ 'x-api-key': apiKey })).status).toBe(200)
  })

  test('from a page of another site is refused; sites of CORS_ORIGINS and the server itself are not', async () => {
    for (const [origin, status] of [
      ['https://evil.example', 403],
      ['null', 403],
      [`${allowedSite}.evil.example`, 403],
      [allowedSite, 200],
      [server.url, 200],
      ['http://localhost:6274', 200],
    ] as const)
      expect([origin, (await post({ ...key, origin })).status]).toEqual([origin, status])
    const preflight = await post({ origin: allowedSite }, '', server.url, 'OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, allowedSite])
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/mcp-method, mcp-name, mcp-protocol-version/)
    expect((await post({ origin: 'https://evil.example' }, '', server.url, 'OPTIONS')).status).toBe(403)
  })

  test('under a name that others can own is refused: it may be theirs', async () => {
    const statusAt = async (host: string) => {
      const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n`
      const accept = 'Accept: application/json, text/event-stream\r\n'
      const text = `${head}${accept}Content-Length: ${listTools.length}\r\nConnection: close\r\n\r\n${listTools}`
      return (await rawAnswer(server.url, text)).status
    }
    expect(await statusAt('rebound.evil.example')).toBe(403)
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:80', '192.168.1.5:3000', 'spyglass:3000'])
      expect([host, await statusAt(host)]).toEqual([host, 200])
  })

  test('cannot open a stream or a session, nor send what is no call', async () => {
    for (const method of ['GET', 'DELETE']) expect((await post(key, '', server.url, method)).status).toBe(405)
    expect((await post(key, '{"jsonrpc":')).status).toBe(400)
    expect((await post(key, `"${'x'.repeat(600_000)}"`)).status).toBe(413)
    expect((await post(key, JSON.stringify(Array.from({ length: 21 }, () => JSON.parse(listTools))))).status).toBe(400)
  })
})

test('metrics count calls by tool, and logs have no key', async () => {
  const client = await connect('2026-07-28', server.url, key)
  await client.callTool({ name: 'index_status', arguments: {} })
  await client.callTool({ name: 'get_address', arguments: { address: '0x12' } })
  const metrics = await (await fetch(`${server.url}/api/metrics`)).text()
  expect(metrics).toMatch(/spyglass_requests_total\{system="mcp",endpoint="index_status",status="200"/)
  expect(metrics).toMatch(/spyglass_requests_total\{system="mcp",endpoint="get_address",status="400"/)
  expect(server.output()).toContain('"system":"mcp"')
  expect(server.output()).not.toContain(apiKey)
})

describe('a server with small limits, or without keys', () => {
  const start = (settings: Record<string, string>) =>
    startApiServer({ DATABASE_URL: server.databaseUrl, ...settings }, { withWorker: false })

  test('a key that has used up its budget is refused, and a batch pays for each of its calls', async () => {
    const own = await start({ RATE_LIMIT_KEY: '2' })
    const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'index_status', arguments: {} } }
    const batch = JSON.stringify(Array.from({ length: 12 }, (_, id) => ({ ...call, id })))
    expect(await (await post(key, batch, own.url)).text()).toContain('rate_limited: Rate Limit exceeded. Wait')
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await post(key, listTools, own.url)).status),
    )
    expect(statuses).toContain(429)
    await own.stop()
  })

  test('without keys of the operator, callers without one are visitors', async () => {
    const own = await start({ API_KEYS: '' })
    const client = await connect('2026-07-28', own.url)
    expect((await client.listTools()).tools.length).toBeGreaterThan(2)
    expect((await post({ authorization: 'Bearer wrong-key-0123456789' }, listTools, own.url)).status).toBe(401)
    await own.stop()
  })
})

test('/llms.txt says where the tools are', async () => {
  const response = await fetch(`${server.url}/llms.txt`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await response.text()).toMatch(/\/mcp\).*index_status, search, get_address/)
})

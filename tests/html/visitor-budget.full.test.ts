import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoKey, startDemoWeb } from '#tests/support/demo-servers.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { type HtmlPage, readPage } from './html-page.ts'

const walletPath = `/demo/address/${demoLedger.busiestWallet}`
const chainsPath = '/api/explorer/evm/chains'
const waitMs = 60_000
const startMs = 240_000
const times = <T>(count: number, each: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(index))

/** A visitor with this address behind the one proxy that the servers trust. */
const visitor = (address: string) => ({ accept: 'text/html', 'x-forwarded-for': address })

/** The most requests that were allowed from a moment on: windows of two seconds, one of which had begun. */
const allowed = (perSecond: number, startedAt: number): number =>
  perSecond * 2 * (2 + Math.floor((performance.now() - startedAt) / 2_000))

const statusOf = async (url: string, headers: Record<string, string>): Promise<number> => {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  return response.status
}

describe('limits', () => {
  let server: RunningSpyglass
  beforeAll(async () => {
    server = await startDemoWeb({
      ...{ RATE_LIMIT_ANONYMOUS: '1', RATE_LIMIT_KEY: '2', TRUST_PROXY: '1', LOG_LEVEL: 'debug' },
      API_KEYS: `slow:${demoKey},other:other-${demoKey}`,
    })
  }, startMs)
  afterAll(() => server?.stop())

  test('a visitor is refused wallet pages over the limit', async () => {
    const startedAt = performance.now()
    const headers = visitor('198.51.100.1')
    const all = await Promise.all(times(120, () => statusOf(server.url + walletPath, headers)))
    const answered = all.filter((status) => status === 200)
    expect(answered.length).toBeGreaterThan(0)
    expect(answered.length).toBeLessThanOrEqual(allowed(1, startedAt))
    expect(new Set(all)).toEqual(new Set([200, 429]))
  })

  test('a visitor has one budget for pages, page data, link previews, comparisons and router lists', async () => {
    const paths = [
      walletPath,
      `${walletPath}.json`,
      `${walletPath}.png`,
      `/compare?a=${walletPath}&b=/demo/block/25`,
      '/api/openapi.json',
      chainsPath,
      `/api/export/csv/v2/${demoLedger.busiestWallet}/nft/transfers?chain=demo`,
    ]
    const startedAt = performance.now()
    const headers = visitor('198.51.100.2')
    const all = await Promise.all(
      times(10, () => paths).flatMap((some) => some.map((path) => statusOf(server.url + path, headers))),
    )
    expect(all.filter((status) => status !== 429).length).toBeLessThanOrEqual(allowed(1, startedAt))
  })

  test('a refused visitor gets a page that says when to try again, and then the requested page', async () => {
    const url = `${server.url}/demo/block/25`
    const headers = visitor('198.51.100.3')
    let page: HtmlPage
    do page = await readPage(url, { headers })
    while (page.status === 200)
    expect(page.status).toBe(429)
    expect(page.headings).toEqual(['Too many requests'])
    expect(page.html).toMatch(/Try again in \d seconds?\./)
    expect(new URL(page.link('Try again'), url).href).toBe(url)
    await expect
      .poll(async () => (await readPage(url, { headers })).headings, { timeout: waitMs })
      .toEqual([expect.stringContaining('25')])
  })

  test('a client over its limit gets Retry-After, and no other client is affected', async () => {
    const ask = (key = demoKey) => fetch(server.url + chainsPath, { headers: { 'x-api-key': key } })
    const [first, ...more] = [await ask(), ...(await Promise.all(times(11, () => ask())))]
    expect(first?.status).toBe(200)
    const refused = more.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await refused?.json()).toMatchObject({ message: 'Rate Limit exceeded' })
    expect((await ask(`other-${demoKey}`)).status).toBe(200)
    await expect.poll(async () => (await ask()).status, { timeout: waitMs }).toBe(200)
  })

  test('no key appears in the log', () => {
    expect(server.output()).toContain('"caller":"slow"')
    expect(server.output()).not.toContain(demoKey)
  })
})

describe('pages of the hosted service', () => {
  const perSecond = 2
  const callsPerDay = 60
  let calls = 0
  const upstream = createServer((_, response) => {
    calls += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ total: 0, page: 0, page_size: 100, cursor: null, result: [] }))
  })
  let server: RunningSpyglass
  beforeAll(async () => {
    await once(upstream.listen(0, '127.0.0.1'), 'listening')
    server = await startSpyglass({
      ...{ RATE_LIMIT_ANONYMOUS: `${perSecond}`, TRUST_PROXY: '1', UPSTREAM_CALLS_PER_DAY: `${callsPerDay}` },
      EVM_BASE_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      UPSTREAM_API_KEY: 'the-key-of-the-server',
    })
  }, startMs)
  afterAll(async () => {
    await server?.stop()
    upstream.closeAllConnections()
    upstream.close()
  })
  const walletOf = (index: number): string => `${server.url}/eth/address/0x${String(index).padStart(40, '0')}`

  test("spend hosted calls only within the visitor's budget", async () => {
    const startedAt = performance.now()
    const headers = visitor('198.51.100.1')
    const all = await Promise.all(times(100, (index) => statusOf(walletOf(index), headers)))
    expect(new Set(all)).toEqual(new Set([200, 429]))
    expect(calls).toBeGreaterThan(0)
    // Besides, the server asks once an hour which chains the hosted service serves.
    const causedByVisitor = calls - 1
    // Each page that was answered is on the same budget.
    expect(causedByVisitor + all.filter((status) => status === 200).length).toBeLessThanOrEqual(
      allowed(perSecond, startedAt),
    )
  })

  test('stop at the daily limit, which the status page and the metrics show', async () => {
    const read = (url: string, address: string) => readPage(url, { headers: visitor(address) })
    for (let index = 100; calls < callsPerDay && index < 200; index++)
      await read(walletOf(index), `198.51.100.${index}`)
    expect(calls).toBe(callsPerDay)
    expect((await read(`${server.url}/status`, '198.51.100.2')).main).toContain(
      `${callsPerDay} of ${callsPerDay} calls used today`,
    )
    const metrics = await fetch(`${server.url}/api/metrics`)
    expect(await metrics.text()).toMatch(new RegExp(`^spyglass_upstream_calls_today ${callsPerDay}$`, 'm'))
    expect((await read(walletOf(200), '198.51.100.3')).main).toContain('resets at 00:00 UTC')
    expect(calls).toBe(callsPerDay)
  })
})

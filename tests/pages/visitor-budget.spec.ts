import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fuzzedRequests, malformedRequests, rawAnswer } from '#tests/support/raw-http.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { test as browserTest, expect, apiTest as test, untilIndexed } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const walletPath = `/demo/address/${demoLedger.busiestWallet}`
const times = <T>(count: number, each: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(index))
const asBrowser = { headers: { accept: 'text/html' } }

/** The most requests that were allowed from a moment on: windows of two seconds, one of which had begun. */
const allowed = (perSecond: number, startedAt: number): number =>
  perSecond * 2 * (2 + Math.floor((performance.now() - startedAt) / 2_000))

test.describe('a visitor', () => {
  let server: RunningSpyglass
  test.beforeAll(async () => {
    server = await startSpyglass({ RATE_LIMIT_ANONYMOUS: '1' })
    await untilIndexed(server.url)
  })
  test.afterAll(() => server.stop())

  const statuses = async (paths: readonly string[], headers: Record<string, string> = {}): Promise<number[]> =>
    Promise.all(
      paths.map(async (path) => {
        const response = await fetch(server.url + path, { headers })
        await response.arrayBuffer()
        return response.status
      }),
    )

  test('is refused wallet pages over the limit', async () => {
    const startedAt = performance.now()
    const all = await statuses(times(120, () => walletPath))
    const answered = all.filter((status) => status === 200)
    expect(answered.length).toBeGreaterThan(0)
    expect(answered.length).toBeLessThanOrEqual(allowed(1, startedAt))
    expect(new Set(all)).toEqual(new Set([200, 429]))
  })

  test('has one budget for pages, page data, link previews, comparisons and router lists', async () => {
    const paths = [
      walletPath,
      `${walletPath}.json`,
      `${walletPath}.png`,
      `/compare?a=${walletPath}&b=/demo/block/25`,
      '/api/openapi.json',
      `/api/explorer/evm/chains`,
      `/api/export/csv/v2/${demoLedger.busiestWallet}/nft/transfers?chain=demo`,
    ]
    const startedAt = performance.now()
    const all = await statuses(times(10, () => paths).flat())
    expect(all.filter((status) => status !== 429).length).toBeLessThanOrEqual(allowed(1, startedAt))
  })
})

browserTest.describe('a browser over its limit', () => {
  let server: RunningSpyglass
  browserTest.beforeAll(async () => {
    server = await startSpyglass({ RATE_LIMIT_ANONYMOUS: '2' })
    await untilIndexed(server.url)
  })
  browserTest.afterAll(() => server.stop())

  /** Uses the budget up in the first half of a window, so that it stays used up for over a second. */
  const exhaust = async () => {
    for (;;) {
      const response = await fetch(`${server.url}/docs`, asBrowser)
      await response.arrayBuffer()
      if (response.status === 429 && response.headers.get('retry-after') === '2') return
    }
  }

  browserTest('gets a page that says when to try again, and then the requested page', async ({ page }) => {
    await exhaust()
    const refused = await page.goto(`${server.url}/demo/block/25`)
    expect(refused?.status()).toBe(429)
    await expect(page.getByRole('heading', { name: 'Too many requests' })).toBeVisible()
    await expect(page.getByText(/^Try again in \d seconds?\.$/)).toBeVisible()
    await expect
      .poll(async () => {
        await page.getByRole('link', { name: 'Try again' }).click()
        return page.getByRole('link', { name: 'Try again' }).count()
      })
      .toBe(0)
    await expect(page).toHaveURL(`${server.url}/demo/block/25`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('25')
  })

  browserTest('is led to that page too when it follows a link', async ({ page, watch }) => {
    watch.allow(429)
    await expect.poll(async () => (await page.goto(`${server.url}/docs`))?.status()).toBe(200)
    // Neither the router's own request nor the document that it then loads finds anything left.
    await page.route('**/status*', async (route) => {
      await exhaust()
      await route.continue()
    })
    await page.getByRole('link', { name: 'Status' }).first().click()
    await expect(page.getByRole('heading', { name: 'Too many requests' })).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/status`)
  })
})

test.describe('pages of the hosted service', () => {
  let calls = 0
  const upstream = createServer((_, response) => {
    calls += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ total: 0, page: 0, page_size: 100, cursor: null, result: [] }))
  })
  let environment: Record<string, string>
  test.beforeAll(async () => {
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    environment = {
      EVM_BASE_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      UPSTREAM_API_KEY: 'the-key-of-the-server',
    }
  })
  test.beforeEach(() => {
    calls = 0
  })
  test.afterAll(() => {
    upstream.closeAllConnections()
    upstream.close()
  })
  const walletOf = (index: number): string => `/eth/address/0x${String(index).padStart(40, '0')}`

  test("spend hosted calls only within the visitor's budget", async () => {
    const server = await startSpyglass({ ...environment, RATE_LIMIT_ANONYMOUS: '1' })
    const startedAt = performance.now()
    const pages = times(100, async (index) => {
      const response = await fetch(server.url + walletOf(index), asBrowser)
      await response.text()
      return response.status
    })
    const all = await Promise.all(pages)
    expect(new Set(all)).toEqual(new Set([200, 429]))
    expect(calls).toBeGreaterThan(0)
    // Besides, the server asks once an hour which chains the hosted service serves.
    const causedByVisitor = calls - 1
    expect(causedByVisitor).toBeLessThanOrEqual(allowed(1, startedAt))
    // Each page that was answered is on the same budget.
    expect(causedByVisitor + all.filter((status) => status === 200).length).toBeLessThanOrEqual(allowed(1, startedAt))
    await server.stop()
  })

  test('stop at the daily limit, which the status page and the metrics show', async () => {
    const server = await startSpyglass({ ...environment, UPSTREAM_CALLS_PER_DAY: '10' })
    const read = async (path: string) => (await fetch(server.url + path, asBrowser)).text()
    for (let index = 0; calls < 10 && index < 10; index++) await read(walletOf(index))
    expect(calls).toBe(10)
    expect(await read('/status')).toMatch(/10(<!-- -->)? of (<!-- -->)?10(<!-- -->)? calls used today/)
    expect(await read('/api/metrics')).toMatch(/^spyglass_upstream_calls_today 10$/m)
    expect(await read(walletOf(99))).toContain('resets at 00:00 UTC')
    expect(calls).toBe(10)
    await server.stop()
  })
})

test('malformed and unanswered requests are refused with a reason and never fail', async ({ demo }) => {
  for (const [name, text, statuses] of malformedRequests)
    await test.step(name, async () => {
      const { status, body } = await rawAnswer(demo.url, text)
      expect(statuses).toContain(status)
      expect(body.length).toBeGreaterThan(10)
    })
})

test('no fuzzed request fails', async ({ demo }) => {
  test.setTimeout(900_000)
  const failed: string[] = []
  const requests = fuzzedRequests(600)
  for (let at = 0; at < requests.length; at += 8)
    await Promise.all(
      requests.slice(at, at + 8).map(async (text) => {
        const { status } = await rawAnswer(demo.url, text)
        if (!(status >= 200 && status < 500) && status !== 503) failed.push(`${status} ${text}`)
      }),
    )
  expect(failed).toEqual([])
})

test('a query with four lists of a hundred addresses is accepted', async ({ demo }) => {
  const list = (name: string) =>
    times(100, (index) => `${encodeURIComponent(`${name}[]`)}=0x${String(index).padStart(40, '0')}`).join('&')
  const query = ['contract_addresses', 'exclude_contracts', 'wallet_addresses', 'exclude_wallets'].map(list).join('&')
  const response = await fetch(`${demo.url}/api/v2/erc20/transfers?chain=demo&${query}`)
  expect(query.length).toBeGreaterThan(24_000)
  expect(response.status).toBe(401)
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Response } from '@playwright/test'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { deployNftCollection } from '#tests/support/nft-collection.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { demoKey, expect, test, untilIndexed } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'
import { loadToEnd } from './scroll-list.ts'

/*
 * One Spyglass over the base addresses of others, which stand for the hosted service. Its key is this server's secret.
 */
const upstreamKey = demoKey
let anvil: Anvil
let upstream: RunningSpyglass
let server: RunningSpyglass
let wallet: string
let collector: string
let hashes: string[]
let collection: string

test.beforeAll(async ({ demo }) => {
  anvil = await startAnvil(['--chain-id', '1'])
  ;[wallet = '', collector = ''] = (await anvil.rpc('eth_accounts')) as string[]
  collection = await deployNftCollection(anvil, collector)
  hashes = []
  for (let sent = 0; sent < 120; sent++)
    hashes.unshift((await anvil.rpc('eth_sendTransaction', [{ from: wallet, to: wallet, value: '0x1' }])) as string)
  upstream = await startSpyglass({
    NODE_URL_ETH: anvil.url,
    START_BLOCK_ETH: '0',
    API_KEYS: `other:${upstreamKey}`,
  })
  await untilIndexed(upstream.url)
  await untilPreviewed(upstream.url, collection)
  server = await startSpyglass({
    EVM_BASE_URL: upstream.url,
    APTOS_BASE_URL: `${demo.url}/api/aptos`,
    AUTH_BASE_URL: `${upstream.url}/api/auth`,
    UPSTREAM_API_KEY: upstreamKey,
    LOG_LEVEL: 'debug',
  })
})
test.afterAll(async () => {
  await server.stop()
  await upstream.stop()
  await anvil.stop()
})

/** Until the upstream has an image of the collection's first token. */
const untilPreviewed = (url: string, address: string): Promise<void> =>
  expect
    .poll(async () => {
      const asked = `${url}/api/v2/nft/${address}/1?chain=eth&media_items=true`
      const { media } = await (await fetch(asked, { headers: { 'x-api-key': upstreamKey } })).json()
      return media?.status
    })
    .toBe('success')

/** Everything that the browser received: headers and bodies. */
const received: { url: string; text: Promise<string> }[] = []
const textOf = async (response: Response): Promise<string> =>
  JSON.stringify(await response.allHeaders()) + (await response.text())

test.beforeEach(({ page }) => {
  received.length = 0
  // A redirect has no body, and a page that is left takes its answers along.
  page.on('response', (response) => received.push({ url: response.url(), text: textOf(response).catch(() => '') }))
})

test.afterEach("no browser and no log sees the hosted service's key", async () => {
  for (const { url, text } of received) expect((await text).includes(upstreamKey), url).toBe(false)
  expect(server.output()).not.toContain(upstreamKey)
})

test('a wallet from the hosted service is shown to its last row', async ({ page }) => {
  await page.goto(`${server.url}/eth/address/${wallet}/transactions`)
  const rows = page.locator('[role=row] a[href^="/eth/tx/"]')
  await expect(rows.first()).toHaveAttribute('href', `/eth/tx/${hashes[0]}`)
  await expect(page.getByText('From the hosted service').first()).toBeVisible()
  await loadToEnd(page)
  await expect(page.getByText(`End of the list: ${hashes.length} transactions`)).toBeVisible()
  await expect(rows.last()).toHaveAttribute('href', `/eth/tx/${hashes.at(-1)}`)
})

test('a transaction and an Aptos block from the hosted service are shown', async ({ page }) => {
  await page.goto(`${server.url}/eth/tx/${hashes[0]}`)
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Success')
  await page.goto(`${server.url}/eth/tx/${hashes[0]}/raw`)
  await expect(page.getByRole('main').locator('pre')).toContainText(hashes[0] ?? '')
  await page.goto(`${server.url}/aptos/block/${demoLedger.aptosBlock}`)
  await expect(page.getByRole('navigation', { name: 'Kinds of transaction' })).toContainText('All 266')
})

/** That an image came and was decoded. */
const expectDrawn = (picture: Locator): Promise<void> =>
  expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0)

test('a collection from the hosted service has its name, and images from our origin', async ({ page }) => {
  await page.goto(`${server.url}/eth/token/${collection}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbor Lights')
  await expect(page).toHaveTitle(/Harbor Lights/)
  await expectDrawn(page.locator('.nft-picture img').first())
})

test('an NFT page from the hosted service shows its image, attributes and owner', async ({ page }) => {
  await page.goto(`${server.url}/eth/nft/${collection}/1`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbor Light')
  await expectDrawn(page.getByRole('img', { name: 'Harbor Light' }).first())
  await expect(page.getByRole('region', { name: 'Attributes' })).toContainText('Teal')
})

for (const [title, pathOf] of [
  ['owners of a collection', () => `/eth/token/${collection}/owners`],
  ['NFTs of a wallet', () => `/eth/address/${collector}/nfts`],
  ['NFT transfers of a wallet', () => `/eth/address/${collector}/nft-transfers`],
  ['NFTs that match a search', () => '/eth/nft/search?q=harbor'],
] as const)
  test(`the ${title} are listed from the hosted service`, async ({ page }) => {
    const response = await page.goto(server.url + pathOf())
    expect(response?.status()).toBe(200)
    const main = page.getByRole('main')
    await expect(main.locator(`a[href^="/eth/nft/${collection}/"]`).first()).toBeVisible()
    await expect(main.getByText('From the hosted service').first()).toBeVisible()
  })

test('a block from the hosted service links to its NFT transfers', async ({ page }) => {
  await page.goto(`${server.url}/eth/block/1`)
  await page.getByRole('link', { name: 'Show its NFT transfers' }).click()
  await expect(page.locator(`a[href^="/eth/nft/${collection}/"]`).first()).toBeVisible()
})

test('an Aptos account of the hosted service opens on its NFT transfers, without tabs that need a node', async ({
  page,
}) => {
  await page.goto(`${server.url}/aptos/account/${aptosNfts.wallet}`)
  await expect(page).toHaveURL(/\/nft-transfers$/)
  const tabs = page.getByRole('navigation', { name: 'Account' })
  await expect(tabs.getByRole('link')).toHaveText(['NFT transfers'])
  await expect(page.locator('a[href^="/aptos/token/"]').first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('APTOS_NODE_URL')
})

test('chains that the hosted service does not serve are not offered', async ({ page }) => {
  await page.goto(`${server.url}/wallet/${wallet}`)
  const chains = page.getByRole('group', { name: 'Chains' })
  await expect(chains.getByRole('button')).toHaveCount(1)
  await expect(chains.getByRole('button', { name: 'Ethereum' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('could not be loaded')
  await page.goto(`${server.url}/search?q=${wallet}`)
  // The only chain that it can be on.
  await expect(page).toHaveURL(`${server.url}/eth/address/${wallet}`)
})

test('features that need an own index say so, and no page fails', async ({ page }) => {
  for (const path of [
    '/',
    '/eth',
    '/eth/block/1',
    '/status',
    '/search?q=1',
    '/polygon',
    '/docs/evm/walletTransactions',
  ])
    await test.step(path, async () => {
      const response = await page.goto(server.url + path)
      expect(response?.status()).toBeLessThan(500)
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByText('Something went wrong', { exact: true })).toHaveCount(0)
    })
})

test("API clients get the hosted service's responses, but never its key", async ({ page }) => {
  await page.goto(`${server.url}/status`)
  const answers = await page.evaluate(
    async (paths) =>
      Promise.all(
        paths.map(async (path) => {
          const response = await fetch(path)
          return { status: response.status, text: await response.text() }
        }),
      ),
    [`/api/v2/${wallet}?chain=eth&limit=1`, '/api/health', '/api/openapi.json', '/api/metrics'],
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(JSON.parse(answers[0]?.text ?? '').result).toHaveLength(1)
})

test('while the hosted service is down, pages say so', async ({ page, watch }) => {
  watch.allow(502)
  watch.allow(503)
  watch.allow(504)
  await upstream.stop()
  const response = await page.goto(`${server.url}/eth/address/${wallet}/transactions`)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
})

test("no script contains the hosted service's key", () => {
  const folder = join('.next', 'static')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  expect(files.filter((name) => readFileSync(join(folder, name), 'utf8').includes(upstreamKey))).toEqual([])
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { untilIndexed } from './browser-test.ts'

/* A devnet of the operator's own by CHAINS_FILE, under the operator's name, logo and colour. */

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#c0392b"/></svg>'
const yellow = '#ffd500'
const key = 'a-key-of-this-test'
const decimals = 9

let folder: string
let anvil: Anvil
let server: RunningSpyglass
let hash: string
let sender: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-own-chain-'))
  anvil = await startAnvil(['--chain-id', '4242'])
  const [from = '', to = ''] = (await anvil.rpc('eth_accounts')) as string[]
  sender = from
  const value = `0x${(25n * 10n ** BigInt(decimals - 1)).toString(16)}`
  hash = (await anvil.rpc('eth_sendTransaction', [{ from, to, value }])) as string
  const chain = {
    slug: 'my-chain',
    name: 'My Chain',
    id: 4242,
    symbol: 'MINE',
    decimals,
    nodes: [anvil.url],
    devnet: true,
  }
  writeFileSync(join(folder, 'chain.svg'), icon)
  writeFileSync(join(folder, 'chains.json'), JSON.stringify([{ ...chain, icon: 'chain.svg', colour: '#c0392b' }]))
  server = await startSpyglass({
    CHAINS_FILE: join(folder, 'chains.json'),
    SITE_NAME: 'Mine Scan',
    SITE_LOGO: join(folder, 'chain.svg'),
    SITE_COLOUR: yellow,
    API_KEYS: `test:${key}`,
  })
  await untilIndexed(server.url)
})

test.afterAll(async () => {
  await server?.stop()
  await anvil?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('its pages show its name, icon, symbol and decimals', async ({ page }) => {
  await page.goto(`${server.url}/my-chain/tx/${hash}`)
  await expect(page.getByRole('main').locator('data').filter({ hasText: '2.5 MINE' }).first()).toBeVisible()
  const choice = page.locator('header summary').filter({ hasText: 'My Chain' })
  await expect(choice).toBeVisible()
  const picture = choice.locator('img')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.goto(`${server.url}/my-chain/block/1`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1')
  await page.goto(`${server.url}/my-chain/address/${sender}`)
  await expect(page.getByRole('main').getByText('2.5 MINE').first()).toBeVisible()
  await page.goto(`${server.url}/status`)
  await expect(page.getByRole('main').getByRole('link', { name: 'My Chain' }).first()).toBeVisible()
})

test('the API names it by slug and hex id, in responses, errors and the reference', async () => {
  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': key } })
  for (const chain of ['my-chain', 'MY-CHAIN', '0x1092']) {
    const answer = await ask(`/api/v2/transaction/${hash}?chain=${chain}`)
    expect(await answer.json()).toMatchObject({ hash, value: '2500000000' })
  }
  const chains = await (await ask('/api/explorer/evm/chains')).json()
  expect(chains.result).toMatchObject([{ chain: 'my-chain', chain_id: '0x1092', symbol: 'MINE', decimals }])
  expect(await (await ask(`/api/v2/transaction/${hash}?chain=nowhere`)).text()).toContain('my-chain')
  expect(await (await fetch(`${server.url}/api/openapi.json`)).text()).toContain('"0x1092"')
  expect(await (await fetch(`${server.url}/api/health`)).text()).toContain('my-chain')
  const docs = await fetch(`${server.url}/docs/evm/walletTransactions`)
  expect(await docs.text()).toContain('my-chain')
})

test('its slug before an address is recognised by the search box and the search page', async ({ page }) => {
  await page.goto(`${server.url}/search?q=my-chain:${sender}`)
  await expect(page).toHaveURL(`${server.url}/my-chain/address/${sender.toLowerCase()}`)
  await page.goto(`${server.url}/status`)
  await page.getByRole('combobox').first().fill(`my-chain:${sender}`)
  await expect(page.getByRole('option').filter({ hasText: 'my-chain' })).toBeVisible()
})

test('a devnet that restarts with another genesis block is indexed again', async () => {
  await anvil.rpc('anvil_reset')
  await anvil.rpc('anvil_mine', ['0x2'])
  const newest = async () => {
    const answer = await fetch(`${server.url}/my-chain/block/1.json`)
    return answer.ok ? JSON.stringify(await answer.json()) : ''
  }
  const { hash: now } = (await anvil.rpc('eth_getBlockByNumber', ['0x1', false])) as { hash: string }
  await expect.poll(newest).toContain(now)
})

test("the site has its operator's name, logo and colour", async ({ page }) => {
  await page.goto(server.url)
  await expect(page).toHaveTitle(/^Mine Scan/)
  await expect(page.locator('header a[href="/"]')).toContainText('Mine Scan')
  await expect(page.locator('header a[href="/"] img')).toBeVisible()
  const accentOf = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
  expect(await accentOf()).toContain(yellow)
  await expect(page.locator('meta[name=application-name]')).toHaveAttribute('content', 'Mine Scan')
  const manifestPath = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await fetch(new URL(manifestPath ?? '', server.url))).json()
  expect(manifest).toMatchObject({ name: 'Mine Scan', icons: [{ type: 'image/svg+xml' }] })
  const logo = await fetch(new URL(manifest.icons[0].src, server.url))
  expect(await logo.text()).toBe(icon)
  expect(logo.headers.get('content-security-policy')).toContain('sandbox')
  const preview = await fetch(`${server.url}/my-chain/block/0.png`)
  expect(preview.headers.get('content-type')).toBe('image/png')
  await page.goto(`${server.url}/docs`)
  await expect(page).toHaveTitle(/Mine Scan$/)
})

import type { Locator, Response } from '@playwright/test'
import { demoKey } from '#tests/support/demo-servers.ts'
import { type HostedPair, startHostedPair } from '#tests/support/hosted-pair.ts'
import { expect, test } from './browser-test.ts'
import { loadToEnd } from './scroll-list.ts'

/* What a browser does with pages of the hosted service, and all that it receives. Their content is in tests/html/hosted.test.ts. */

let hosted: HostedPair
test.beforeAll(async ({ demo }) => {
  hosted = await startHostedPair(demo.url)
})
test.afterAll(() => hosted?.stop())

/** Everything that the browser received: headers and bodies. */
const received: { url: string; text: Promise<string> }[] = []
const textOf = async (response: Response): Promise<string> =>
  JSON.stringify(await response.allHeaders()) + (await response.text())

test.beforeEach(({ page }) => {
  received.length = 0
  // A redirect has no body, and a page that is left takes its answers along.
  page.on('response', (response) => received.push({ url: response.url(), text: textOf(response).catch(() => '') }))
})

test.afterEach("no browser sees the hosted service's key", async () => {
  for (const { url, text } of received) expect((await text).includes(demoKey), url).toBe(false)
})

test('a wallet from the hosted service is shown to its last row', async ({ page }) => {
  const { server, wallet, hashes } = hosted
  await page.goto(`${server.url}/eth/address/${wallet}/transactions`)
  const rows = page.locator('[role=row] a[href^="/eth/tx/"]')
  await expect(rows.first()).toHaveAttribute('href', `/eth/tx/${hashes[0]}`)
  await loadToEnd(page)
  await expect(page.getByText(`End of the list: ${hashes.length} transactions`)).toBeVisible()
  await expect(rows.last()).toHaveAttribute('href', `/eth/tx/${hashes.at(-1)}`)
})

test('images from the hosted service are drawn, from our origin', async ({ page }) => {
  const expectDrawn = (picture: Locator): Promise<void> =>
    expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(0)
  await page.goto(`${hosted.server.url}/eth/token/${hosted.collection}`)
  await expectDrawn(page.locator('.nft-picture img').first())
  await page.goto(`${hosted.server.url}/eth/nft/${hosted.collection}/1`)
  await expectDrawn(page.getByRole('img', { name: 'Harbor Light' }).first())
})

test('lists of the hosted service and pages without an own index are interactive without a fault', async ({ page }) => {
  const { server, wallet, collector, collection } = hosted
  for (const path of [
    ...[`/eth/token/${collection}/owners`, `/eth/address/${collector}/nfts`, `/wallet/${wallet}`],
    ...['/', '/eth', '/eth/block/1', '/status', '/search?q=1', '/polygon', '/docs/evm/walletTransactions'],
  ])
    await test.step(path, async () => {
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByText('Something went wrong', { exact: true })).toHaveCount(0)
    })
})

test('while the hosted service is down, trying again says so again', async ({ page, watch }) => {
  for (const status of [502, 503, 504]) watch.allow(status)
  await hosted.stopUpstream()
  await page.goto(`${hosted.server.url}/eth/address/${hosted.wallet}/transactions`)
  const failed = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  await expect(failed).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeVisible()
})

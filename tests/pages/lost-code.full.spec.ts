import type { Page } from '@playwright/test'
import { sample } from '#tests/support/tier.ts'
import { apiTest, expect, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

/*
 * Code that is loaded late may not come: the connection fails, or a new version was installed meanwhile. What the page shows
 * stays, and what was requested says so.
 */

/** Opens a page that gets the scripts that its document names, and no other. What it throws is kept. */
const openWithoutLateCode = async (page: Page, url: string): Promise<string[]> => {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  const document = await (await fetch(url)).text()
  await page.route('**/_next/static/**/*.js', (route) =>
    document.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort('failed'),
  )
  await page.goto(url, { waitUntil: 'networkidle' })
  return thrown
}

/** Of these the server has nothing to render. */
const isMadeInBrowser = (path: string): boolean => /\/(proof|traits)$/.test(path)

const pagesAtOnce = 4

/** One of each kind that loads code of its own late; some of them by default. */
const { busiestWallet, lanterns, harborCoin, stamps, nestedCalls } = demoLedger
const paths = sample(
  [
    '/',
    `/demo/address/${busiestWallet}`,
    `/demo/address/${busiestWallet}/transactions`,
    `/wallet/${busiestWallet}`,
    `/demo/tx/${nestedCalls}/proof`,
    '/demo/block/25',
    `/demo/token/${lanterns}`,
    `/demo/token/${lanterns}/traits`,
    `/demo/token/${harborCoin}`,
    `/demo/nft/${stamps}/1`,
    '/aptos',
    '/labels',
  ],
  4,
)

apiTest('no page of the ledger breaks when its lazy code fails to load', async ({ browser, demo }) => {
  const left = paths.values()
  const worker = async () => {
    for (const path of left) {
      const page = await browser.newPage()
      expect.soft(await openWithoutLateCode(page, demo.url + path), path).toEqual([])
      const says = page.getByText('could not be loaded')
      if (isMadeInBrowser(path)) await expect.soft(says, path).toBeVisible()
      else {
        await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible()
        await expect.soft(says, path).toHaveCount(0)
      }
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, worker))
})

apiTest('a dialog that fails to load says so, and the page stays', async ({ browser, demo }) => {
  const page = await browser.newPage()
  await page.goto(`${demo.url}/demo/address/${busiestWallet}`)
  await untilInteractive(page.getByRole('button', { name: 'Copy address' }).first())
  await page.route('**/*.js', (route) => route.abort('failed'))
  await page.locator('[data-opens=qr]').first().click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute('**/*.js')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await untilInteractive(page.getByRole('button', { name: 'Copy address' }).first())
  await page.locator('[data-opens=qr]').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.close()
})

apiTest('the search box works without its suggestions', async ({ browser, demo }) => {
  const page = await browser.newPage()
  await page.goto(`${demo.url}/status`)
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await untilInteractive(box)
  await page.route('**/*.js', (route) => route.abort('failed'))
  await box.fill('34')
  await box.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/search?q=34`)
  await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible()
  await page.close()
})

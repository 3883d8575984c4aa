import type { Page } from '@playwright/test'
import { isFull } from '#tests/support/tier.ts'
import { walkWallet } from './api-pages.ts'
import { demoKey, expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'
import { scrollThrough } from './scroll-list.ts'

const wallet = demoLedger.busiestWallet
const address = `/demo/address/${wallet}`
const path = `${address}/transactions`
const transactionPath = ({ hash }: { hash: string }) => `/demo/tx/${hash}`
const rowLink = '[role=row] a[href^="/demo/tx/"]'
/** A row beyond the fifty that the server sends with the page. */
const laterRow = '[role=row][aria-rowindex="70"]'

type Bounds = Record<string, string>

const scrolled = async (page: Page, url: string, bounds: Bounds = {}) => {
  const { total, rows } = await walkWallet({ url, key: demoKey }, wallet, bounds)
  expect(rows.length).toBe(total)
  const { hrefs, rowsAtOnceMax } = await scrollThrough(page, '/demo/tx/')
  await expect(page.getByText(/^End of the list: /)).toBeVisible()
  expect(hrefs).toEqual(rows.map(transactionPath))
  expect(rowsAtOnceMax).toBeLessThan(100)
  return rows.length
}

test('a link to the address itself with bounds opens the list, which scrolls to its end: every API row once, in order', async ({
  page,
  demo,
}) => {
  const bounds = { from_block: '300', to_block: '600' }
  await page.goto(`${demo.url}${address}?${new URLSearchParams({ ...bounds, colour: 'red' })}`)
  await expect(page).toHaveURL(`${demo.url}${path}?${new URLSearchParams(bounds)}`)
  expect(await scrolled(page, demo.url, bounds)).toBeGreaterThan(200)
})

if (isFull)
  test('a wallet with over a thousand transactions scrolls to its end: every API row once, in order', async ({
    page,
    demo,
  }) => {
    await page.goto(demo.url + path)
    expect(await scrolled(page, demo.url)).toBeGreaterThan(1_000)
  })

test('the filter form puts its bounds into the URL, explains an invalid one, and Back and Forward undo and redo it', async ({
  page,
  demo,
}) => {
  await page.goto(demo.url + path)
  const newest = await page.locator(rowLink).first().getAttribute('href')
  const filters = page.locator('summary', { hasText: 'Filter' })
  await filters.click()
  const from = page.getByRole('textbox', { name: 'From block' })
  await from.fill('100')
  await page.getByRole('textbox', { name: 'To block' }).fill('150')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`${demo.url}${path}?from_block=100&to_block=150`)
  await expect(page.locator(rowLink).first()).not.toHaveAttribute('href', newest ?? '')
  const filtered = await page.locator(rowLink).first().getAttribute('href')

  await page.goBack()
  await expect(page).toHaveURL(demo.url + path)
  await expect(page.locator(rowLink).first()).toHaveAttribute('href', newest ?? '')
  await page.goForward()
  await expect(page).toHaveURL(`${demo.url}${path}?from_block=100&to_block=150`)
  await expect(page.locator(rowLink).first()).toHaveAttribute('href', filtered ?? '')

  // A form of many fields is folded, with what is set named beside it.
  await filters.click()
  await from.fill('soon')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await expect(from).toHaveAccessibleDescription(/whole number/)
  await from.fill('100')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.locator(rowLink).first()).toHaveAttribute('href', filtered ?? '')
})

test('a filter by direction and status shows its rows, which go on while scrolling', async ({ page, demo }) => {
  await page.goto(demo.url + path)
  await page.locator('summary', { hasText: 'Filter' }).click()
  await page.getByLabel('Direction').selectOption('out')
  await page.getByLabel('Status').selectOption('success')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`${demo.url}${path}?direction=out&status=success`)
  await expect(page.getByText(/^Searched /)).toBeVisible()
  await expect(page.locator(rowLink).first()).toBeVisible()
  const later = page.waitForResponse((response) => response.url().includes('/evm/transactions?'))
  await page.mouse.wheel(0, 20_000)
  expect((await later).status()).toBe(200)
  await expect(page.getByRole('cell', { name: 'Out', exact: true }).first()).toBeVisible()
})

test('token transfers go on while scrolling under a filter, which is removed alone', async ({ page, demo }) => {
  const holder = '/demo/address/0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595'
  await page.goto(`${demo.url}${holder}/erc20`)
  await page.locator('summary', { hasText: 'Filter' }).click()
  await page.getByLabel('Direction').selectOption('in')
  await page.getByLabel('Zero value, dust and spam').selectOption('true')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`${demo.url}${holder}/erc20?direction=in&hide_spam=true`)
  await expect(page.getByText(/^Searched /)).toBeVisible()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000)
      return await page.getByText('End of the list: 74 transfers').isVisible()
    })
    .toBe(true)
  // The form is still open: folded, it names what is set.
  await page.locator('summary', { hasText: 'Filter' }).click()
  await page.getByRole('link', { name: 'Remove filter: Direction' }).click()
  await expect(page).toHaveURL(`${demo.url}${holder}/erc20?hide_spam=true`)
  await page.goto(`${demo.url}${holder}/nft-transfers?hide_spam=true`)
  await expect(page.getByText(/^Searched /)).toBeVisible()
  await expect(page.getByRole('cell', { name: /^(In|Out)$/ }).first()).toBeVisible()
})

/** The block of the first row below the page's header. */
const blockInSight = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('body > header')?.getBoundingClientRect().bottom ?? 0
    const rows = [...document.querySelectorAll('[role=row]:has(a[href*="/tx/"])')]
    const row = rows.find((one) => one.getBoundingClientRect().bottom > top + 1)
    return row?.querySelector('a[href*="/block/"]')?.textContent?.replaceAll(/\D/g, '')
  })

test('the URL contains the position in the list, and Back from a transaction returns to it', async ({ page, demo }) => {
  await page.goto(demo.url + path)
  await expect(page.locator(rowLink).nth(5)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 2_500))
  await expect(page).toHaveURL(/\?to_block=\d+$/)
  expect(await blockInSight(page)).toBe(new URL(page.url()).searchParams.get('to_block'))
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page).toHaveURL(demo.url + path)

  await page.evaluate(() => window.scrollTo(0, 3_000))
  const link = page.locator(laterRow).locator('a[href^="/demo/tx/"]')
  const href = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(demo.url + href)
  await page.goBack()
  await expect(page.locator(`[role=row] a[href="${href}"]`)).toBeInViewport()
})

test('a local server is used while the browser is offline', async ({ page, demo }) => {
  await page.goto(demo.url + path)
  await untilInteractive(page.getByRole('button', { name: 'Copy address' }).first())
  await expect(page.locator(rowLink).nth(5)).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.evaluate(() => window.scrollTo(0, 3_000))
  await expect(page.locator(laterRow)).toBeAttached()
})

test('the QR code of the address is loaded on request', async ({ page, demo }) => {
  await page.goto(demo.url + address)
  const button = page.getByRole('button', { name: 'Show as a QR code' })
  await untilInteractive(button)
  await button.click()
  await expect(page.getByRole('img', { name: wallet })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

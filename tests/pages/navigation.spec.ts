import type { Page, Request } from '@playwright/test'
import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const wallet = `/demo/address/${demoLedger.busiestWallet}/transactions`

/** Requests of Next's router from here on: ahead of a click, and for the page itself. */
const routerRequests = (page: Page) => {
  const prefetches: Request[] = []
  const pages: Request[] = []
  page.on('request', (request) => {
    const headers = request.headers()
    if (headers.rsc !== undefined) (headers['next-router-prefetch'] === undefined ? pages : prefetches).push(request)
  })
  return { prefetches, pages }
}

/** Lets the answers to the router through when it is called. */
const holdPages = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*', async (route) => {
    const headers = route.request().headers()
    if (headers.rsc !== undefined && headers['next-router-prefetch'] === undefined) await promise
    await route.continue()
  })
  return resolve
}

test('a list of fifty visible rows prefetches nothing and a hovered row once; Back and Forward show both pages without a request', async ({
  page,
  demo,
}) => {
  const { prefetches, pages } = routerRequests(page)
  await page.goto(demo.url + wallet, { waitUntil: 'networkidle' })
  expect(prefetches).toEqual([])
  const link = page.locator('[role=row] a[href^="/demo/tx/"]').first()
  await untilInteractive(link)
  await link.hover()
  await expect.poll(() => prefetches.length).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  expect(prefetches.length).toBeLessThanOrEqual(2)

  const href = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(demo.url + href)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Transaction')
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible()
  const asked = pages.length
  await page.goBack()
  await expect(link).toBeInViewport()
  await page.goForward()
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible()
  expect(pages).toHaveLength(asked)
})

test('a hovered tab shows its loading state at once, however slow its page is', async ({ page, demo }) => {
  await page.goto(demo.url + wallet)
  const tab = page.getByRole('navigation', { name: 'Address' }).getByRole('link', { name: /^NFTs/ })
  await untilInteractive(tab)
  const letThrough = await holdPages(page)
  // The router asks for the shell once it has read the structure.
  const shell = page.waitForRequest((request) => {
    const headers = request.headers()
    return headers['next-router-prefetch'] !== undefined && headers['next-router-segment-prefetch'] === undefined
  })
  await tab.hover()
  await shell
  await tab.click()
  await expect(page.locator('[data-loading]')).toBeVisible()
  await expect(tab).toHaveAttribute('aria-current', 'page')
  letThrough()
  await expect(page.locator('[data-loading]')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Harbor Lantern|Lantern/ }).first()).toBeVisible()
})

test('a slow page marks its link and shows a progress bar until it is loaded', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/block/25`)
  const next = page.getByRole('link', { name: 'Next block' })
  await untilInteractive(next)
  const letThrough = await holdPages(page)
  await next.click()
  await expect(next).toHaveAttribute('data-pending')
  const bar = () => page.evaluate(() => getComputedStyle(document.documentElement, '::before').content)
  expect(await bar()).toBe('""')
  letThrough()
  await expect(page).toHaveURL(`${demo.url}/demo/block/26`)
  await expect(page.locator('[data-pending]')).toHaveCount(0)
  expect(await bar()).toBe('none')
})

test('a slow page has its frame at once: its kind and subject below the header, a tab its own below the tabs', async ({
  page,
  demo,
}) => {
  await page.goto(demo.url + wallet)
  const link = page.locator('[role=row] a[href^="/demo/tx/"]').nth(20)
  await untilInteractive(link)
  await link.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(200)
  const letThrough = await holdPages(page)
  const hash = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  await link.click()
  const frame = page.locator('.next-frame')
  await expect(frame.getByText('Transaction', { exact: true })).toBeVisible()
  await expect(frame.getByText(hash)).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  const headerEnd = (await page.locator('body > header').boundingBox())?.height ?? 0
  expect((await frame.boundingBox())?.y).toBeCloseTo(headerEnd, 0)
  letThrough()
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible()
  await expect(frame).toHaveCount(0)

  const tabs = page.getByRole('navigation', { name: 'Transaction' })
  const letTabThrough = await holdPages(page)
  await tabs.getByRole('link', { name: /^Raw/ }).click()
  await expect(frame).toBeVisible()
  await expect(frame.getByText('Transaction', { exact: true })).toHaveCount(0)
  const bar = await tabs.boundingBox()
  expect((await frame.boundingBox())?.y).toBeCloseTo((bar?.y ?? 0) + (bar?.height ?? 0), 0)
  letTabThrough()
  await expect(frame).toHaveCount(0)
})

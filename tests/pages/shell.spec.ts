import type { Page } from '@playwright/test'
import { isFull } from '#tests/support/tier.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

/** Opens the settings of the header, if they are closed. */
const openSettings = async (page: Page) => {
  const isOpen = await page.getByRole('radio', { name: 'Dark' }).locator('visible=true').count()
  if (isOpen === 0) await page.getByLabel('Settings').click()
}

test('the selected theme applies from the first byte of the next page', async ({ page, demo }) => {
  await page.goto(demo.url)
  await openSettings(page)
  await page.getByRole('radio', { name: 'Dark' }).locator('visible=true').check({ force: true })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await background()).toBe(dark)
  expect(await (await page.request.get(`${demo.url}/status`)).text()).toMatch(/<html[^>]* data-theme="dark"/)

  await openSettings(page)
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await expect.poll(background).not.toBe(dark)
})

test('every time follows the selected format at once, shows its time zone, and the address includes the format', async ({
  browser,
  demo,
}) => {
  const context = await browser.newContext({ timezoneId: 'Asia/Kolkata' })
  const page = await context.newPage()
  const url = `${demo.url}/demo/block/${demoLedger.block}`
  await page.goto(url)
  const times = page.getByRole('region', { name: 'Block' }).locator('time').or(page.locator('[role=row] time'))
  const titles: Record<string, string> = { age: 'Age', utc: 'UTC', local: 'Local', unix: 'Unix' }
  const choose = async (format: string) => {
    await openSettings(page)
    await page.getByRole('radio', { name: titles[format] }).locator('visible=true').check({ force: true })
  }
  const formats = {
    utc: '2026-09-15 12:36:04 UTC',
    unix: '1789475764 unix',
    // The server does not know the visitor's time zone.
    local: '2026-09-15 18:06:04 +05:30',
  }
  for (const [format, text] of Object.entries(formats)) {
    await choose(format)
    for (const time of await times.all()) await expect(time).toHaveText(text)
    await expect(page).toHaveURL(`${url}?t=${format}`)
    if (!isFull && format !== 'local') continue
    await page.reload()
    await expect(times.first()).toHaveText(text)
  }
  await choose('age')
  // Alone, with the time itself; in lists, the age alone.
  await expect(times.first()).toHaveText(/^2026-09-15 12:36:04 UTC \(\d+ \w+ ago\)$/)
  await expect(times.last()).toHaveText(/^\d+ \w+ ago$/)
  await expect(times.first()).toHaveAttribute('title', formats.utc)
  await expect(page).toHaveURL(url)
  await context.close()
})

test('the first tab stop skips the header; the slash key focuses the search box, except while typing', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/demo/blocks?from_block=100`)
  const search = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await untilInteractive(search)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  const field = page.getByLabel('From block')
  await field.click()
  await page.keyboard.press('End')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('100/')
})

test('EVM and Aptos share one switcher, and each page shows its network', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/block/25`)
  const chain = page.getByRole('banner').locator('summary').filter({ hasText: 'Chain:' })
  await expect(chain).toHaveText(/Demo ledger/)
  await untilInteractive(chain)
  const aptos = page.getByRole('banner').getByRole('link', { name: 'Aptos', exact: true })
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(600, 600)]) {
    await chain.click()
    await expect(aptos).toBeVisible()
    await close()
    await expect(aptos).toBeHidden()
  }
  await chain.click()
  await aptos.click()
  await expect(page).toHaveURL(`${demo.url}/aptos`)
  await expect(chain).toHaveText(/Aptos/)
  await chain.click()
  await page.getByRole('banner').getByRole('link', { name: 'Demo ledger' }).click()
  await expect(page).toHaveURL(`${demo.url}/demo`)
})

test('a click on a button takes effect once, even if the code of the page is still loading', async ({ page, demo }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${demo.url}/demo/address/${demoLedger.busiestWallet}`, { waitUntil: 'commit' })
  const copy = page.getByRole('button', { name: 'Copy address' }).first()
  const told = page.getByRole('status').filter({ hasText: 'Copied' })
  await copy.click()
  await expect(told).toHaveCount(0)
  released.resolve()
  await expect(told).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(demoLedger.busiestWallet)
  await copy.evaluate((button) => {
    button.dataset.clicks = '0'
    button.addEventListener('click', () => {
      button.dataset.clicks = `${Number(button.dataset.clicks) + 1}`
    })
  })
  await copy.click()
  await page.waitForTimeout(200)
  await expect(copy).toHaveAttribute('data-clicks', '1')
})

import { walkWallet } from './api-pages.ts'
import { demoKey, expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'
import { loadToEnd, scrollThrough } from './scroll-list.ts'

const wallet = demoLedger.busiestWallet
const path = `/demo/address/${wallet}/transactions`
const transactionPath = ({ hash }: { hash: string }) => `/demo/tx/${hash}`
const rowLink = '[role=row] a[href^="/demo/tx/"]'

test('a wallet with over a thousand transactions scrolls to its end: every API row once, in order', async ({
  page,
  demo,
}) => {
  const { total, rows } = await walkWallet({ url: demo.url, key: demoKey }, wallet)
  expect(rows.length).toBe(total)
  expect(rows.length).toBeGreaterThan(1_000)

  await page.goto(demo.url + path)
  await loadToEnd(page)
  const { hrefs, rowsAtOnceMax } = await scrollThrough(page, '/demo/tx/')
  expect(hrefs).toEqual(rows.map(transactionPath))
  expect(rowsAtOnceMax).toBeLessThan(100)
})

test('a local server is used while the browser is offline', async ({ page, demo }) => {
  await page.goto(demo.url + path)
  await untilInteractive(page.getByRole('button', { name: 'Copy address' }).first())
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await loadToEnd(page)
})

const everyBounds: Record<string, string>[] = [
  { from_block: '100', to_block: '150' },
  { from_date: '2026-10-01', to_date: '2026-10-02T12:00:00Z' },
  { from_block: '1050', to_date: '2026-10-30' },
]
for (const bounds of everyBounds)
  test(`a link with ${Object.keys(bounds).join(' and ')} shows the rows that the API returns for them`, async ({
    page,
    demo,
  }) => {
    const { rows } = await walkWallet({ url: demo.url, key: demoKey }, wallet, bounds)
    expect(rows.length).toBeGreaterThan(0)
    await page.goto(`${demo.url}${path}?${new URLSearchParams(bounds)}`)
    await loadToEnd(page)
    expect((await scrollThrough(page, '/demo/tx/')).hrefs).toEqual(rows.map(transactionPath))
    for (const [name, value] of Object.entries(bounds))
      await expect(page.locator(`input[name="${name}"]`)).toHaveValue(value)
  })

test('the filter form puts its bounds into the URL, and Back and Forward undo and redo it', async ({ page, demo }) => {
  await page.goto(demo.url + path)
  const newest = await page.locator(rowLink).first().getAttribute('href')
  await page.getByText('Filter by block or time').click()
  await page.getByLabel('From block').fill('100')
  await page.getByLabel('To block').fill('150')
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
})

test('Back from a transaction returns to the position in the list', async ({ page, demo }) => {
  await page.goto(demo.url + path)
  await expect(page.locator(rowLink).nth(5)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 3_000))
  // Beyond the server's first fifty rows.
  await expect(page.locator('[role=row][aria-rowindex="70"]')).toBeAttached()
  const link = page.locator('[role=row][aria-rowindex="70"] a[href^="/demo/tx/"]')
  const href = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(demo.url + href)
  await page.goBack()
  await expect(page.locator(`[role=row] a[href="${href}"]`)).toBeInViewport()
})

test('the URL contains the position in the list: it opens there, says so, and links to newer rows', async ({
  page,
  demo,
  context,
}) => {
  await page.goto(demo.url + path)
  await expect(page.locator(rowLink).nth(5)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 2_500))
  await expect(page).toHaveURL(/\?to_block=\d+$/)
  const here = page.url()
  /** The first row below the page's header. */
  const firstInSight = () =>
    page.evaluate(() => {
      const top = document.querySelector('body > header')?.getBoundingClientRect().bottom ?? 0
      const rows = [...document.querySelectorAll('[role=row]:has(a[href*="/tx/"])')]
      const row = rows.find((one) => one.getBoundingClientRect().bottom > top + 1)
      return row?.querySelector('a[href*="/block/"]')?.textContent?.replaceAll(/\D/g, '')
    })
  expect(await firstInSight()).toBe(new URL(here).searchParams.get('to_block'))

  const colleague = await context.newPage()
  await colleague.goto(here)
  await expect(colleague.locator(rowLink).first()).toBeVisible()
  const rows = colleague.getByRole('table', { name: 'Transactions' }).getByRole('row')
  await expect(rows.nth(1).locator('a[href*="/block/"]')).toHaveAttribute(
    'href',
    `/demo/block/${new URL(here).searchParams.get('to_block')}`,
  )
  await expect(colleague.getByText('The list starts at block')).toBeVisible()
  await colleague.getByRole('link', { name: 'Newer rows above' }).click()
  await expect(colleague).toHaveURL(demo.url + path)

  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page).toHaveURL(demo.url + path)
})

test('an invalid bound is explained at its field, and the page stays usable', async ({ page, demo }) => {
  await page.goto(`${demo.url}${path}?from_block=soon`)
  const field = page.getByLabel('From block')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/whole number/)
  await expect(page.getByRole('heading', { name: 'Wallet' })).toBeVisible()

  await field.fill('1000')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.locator(rowLink).first()).toBeVisible()
})

test('unknown parameters are dropped from the URL', async ({ page, demo }) => {
  await page.goto(`${demo.url}${path}?from_block=100&colour=red&to_block=`)
  await expect(page).toHaveURL(`${demo.url}${path}?from_block=100`)
})

test('a link to the address itself with parameters of its list opens the list', async ({ page, demo }) => {
  const address = `${demo.url}/demo/address/${wallet}`
  await page.goto(`${address}?from_block=100&to_block=150`)
  await expect(page).toHaveURL(`${address}/transactions?from_block=100&to_block=150`)
  await expect(page.locator(rowLink).first()).toBeVisible()
  await page.goto(`${address}?cursor=abc`)
  await expect(page).toHaveURL(`${address}/transactions`)
  await expect(page.locator(rowLink).first()).toBeVisible()
})

test('a failed transaction is marked in the list', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/block/1082`)
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${demoLedger.failedTransaction}"]`) })
  await expect(row.getByTitle('Failed')).toBeVisible()
})

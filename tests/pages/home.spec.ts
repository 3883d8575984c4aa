import { expect, test } from './browser-test.ts'

test.beforeEach(async ({ page, demo }) => {
  await page.goto(demo.url)
})

test('the home page says that its data is invented, and how to connect real data', async ({ page }) => {
  await expect(page.getByRole('banner').getByText('Demo', { exact: true })).toBeVisible()
  const notice = page.locator('section', { has: page.getByRole('heading', { name: 'This is the demo ledger' }) })
  await expect(notice).toContainText('NODE_URL_ETH=')
})

test('the home page shows the newest blocks and transactions, newest first', async ({ page, request, demo }) => {
  const blocks = page.locator('section', { has: page.getByRole('heading', { name: 'Latest blocks' }) })
  const numbers = await blocks.locator('a[href^="/demo/block/"]').allInnerTexts()
  const { chains } = await (await request.get(`${demo.url}/api/health`)).json()
  const parsed = numbers.map((text) => Number(text.replaceAll(',', '')))
  expect(parsed[0]).toBe(chains[0].indexed)
  expect(parsed).toEqual(parsed.toSorted((a, b) => b - a))

  const transactions = page.locator('section', { has: page.getByRole('heading', { name: 'Latest transactions' }) })
  await expect(transactions.locator('a[href^="/demo/tx/"]').first()).toBeVisible()
  expect(await transactions.locator('a[href^="/demo/tx/"]').count()).toBe(numbers.length)
})

test('the chart loads no library, shows a value under the pointer, and has a table', async ({ page }) => {
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Transactions per day' }) })
  const bars = panel.getByRole('figure', { name: 'Transactions per day' })
  await expect(bars).toBeVisible()
  await expect(bars.locator('span[title]')).toHaveCount(30)

  await panel.getByText('Show as a table').click()
  await expect(panel.getByRole('row')).toHaveCount(31)
  await expect(panel.getByRole('row').nth(1)).toBeVisible()

  await bars.hover()
  await expect(panel.locator('.recharts-bar-rectangle').first()).toBeVisible()
})

import { expect, test } from './browser-test.ts'

test('the chart loads no library, shows a value under the pointer, and has a table', async ({ page, demo }) => {
  await page.goto(demo.url)
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

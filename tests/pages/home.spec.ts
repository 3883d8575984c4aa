import { expect, test } from './browser-test.ts'

test('the chart loads no library, shows a value under the pointer, has a table, and other ranges', async ({
  page,
  demo,
}) => {
  await page.goto(demo.url)
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Transactions per day' }) })
  const shown = panel.getByRole('tabpanel')
  const bars = shown.getByRole('figure', { name: 'Transactions per day' })
  await expect(bars).toBeVisible()
  await expect(bars.locator('span[title]')).toHaveCount(30)

  await shown.getByText('Show as a table').click()
  await expect(shown.getByRole('row')).toHaveCount(31)
  await expect(shown.getByRole('row').nth(1)).toBeVisible()

  await bars.hover()
  await expect(shown.locator('.recharts-bar-rectangle').first()).toBeVisible()

  await panel.getByRole('tab', { name: '7 days' }).click()
  await expect(bars.locator('span[title]')).toHaveCount(7)
})

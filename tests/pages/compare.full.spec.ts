import { isFull } from '#tests/support/tier.ts'
import { axeViolationsInBothThemes } from './axe-violations.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const transaction = `/demo/tx/${demoLedger.nestedCalls}`

test('a page is compared with another of its kind by its hash alone, and unchanged fields can be shown', async ({
  page,
  demo,
}) => {
  await page.goto(demo.url + transaction)
  const tools = page.getByRole('button', { name: /^This page/ })
  await untilInteractive(tools)
  await tools.click()
  await page.getByRole('link', { name: 'Compare with another page' }).click()
  await expect(page.getByLabel('A', { exact: true })).toHaveValue(transaction)
  await page.getByLabel('B', { exact: true }).fill(demoLedger.failedTransaction)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.waitForURL('**/compare?a=*&b=*')
  await expect(page.getByRole('status').filter({ hasText: 'fields differ' })).toContainText(/^\d+ of \d+ fields differ/)
  await expect(page.getByRole('row', { name: /^receipt status/ }).getByRole('cell')).toHaveText([/1$/, /0$/])
  const rows = page.getByRole('row')
  const different = await rows.count()
  await page.getByRole('button', { name: 'Show all fields' }).click()
  await expect(page.getByRole('button', { name: 'Show only differences' })).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(different)
})

test('differing parts of a value are highlighted; equal and missing pages are reported', async ({
  page,
  demo,
  watch,
}) => {
  watch.allow(404)
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=26`)
  const number = page.getByRole('row', { name: /^block number/ })
  await expect(number.getByRole('cell')).toHaveText([/25$/, /26$/])
  await expect(number.locator('mark')).toHaveText(['5', '6'])
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=/demo/block/25`)
  await expect(page.getByRole('status').filter({ hasText: /^0 of \d+ fields differ/ })).toBeVisible()
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=99999999`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Could not be read')
})

const comparisons = [
  `/compare?a=${transaction}&b=${demoLedger.failedTransaction}`,
  ...(isFull ? ['/compare', '/compare?a=/aptos/txn/4&b=5'] : []),
]
for (const path of comparisons)
  test(`${path.slice(0, 30)} fits a phone and has no accessibility violations`, async ({ page, demo }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(demo.url + path)
    if (path !== '/compare') await expect(page.getByText('fields differ')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await axeViolationsInBothThemes(page)).toEqual([])
  })

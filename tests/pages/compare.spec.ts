import AxeBuilder from '@axe-core/playwright'
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

test('differing parts of a value are highlighted', async ({ page, demo }) => {
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=26`)
  const number = page.getByRole('row', { name: /^block number/ })
  await expect(number.getByRole('cell')).toHaveText([/25$/, /26$/])
  await expect(number.locator('mark')).toHaveText(['5', '6'])
})

test('equal pages, invalid paths and missing pages are reported', async ({ page, demo, watch }) => {
  watch.allow(404)
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=/demo/block/25`)
  await expect(page.getByRole('status').filter({ hasText: /^0 of \d+ fields differ/ })).toBeVisible()
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=/sign-in`)
  await expect(page.getByLabel('B', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/^This is not a page of this site/)).toBeVisible()
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=99999999`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Could not be read')
})

test('the page fits a phone and has no accessibility violations', async ({ browser, demo }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 }, colorScheme })
    const page = await context.newPage()
    for (const path of [
      '/compare',
      `/compare?a=${transaction}&b=${demoLedger.failedTransaction}`,
      '/compare?a=/aptos/txn/4&b=5',
    ]) {
      await page.goto(demo.url + path)
      if (path !== '/compare') await expect(page.getByText('fields differ')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
      expect((await new AxeBuilder({ page }).analyze()).violations, path).toEqual([])
    }
    await context.close()
  }
})

import AxeBuilder from '@axe-core/playwright'
import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const transaction = `/demo/tx/${demoLedger.nestedCalls}`

test('a page that was kept is compared with a later one of its kind, and with no other kind', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/demo/block/25`)
  const tools = page.getByRole('button', { name: /^This page/ })
  await untilInteractive(tools)
  await tools.click()
  const dialog = page.getByRole('dialog', { name: 'This page' })
  await dialog.getByRole('button', { name: /^Pin this page/ }).click()
  await expect(dialog.getByText(/^Pinned. Open another page/)).toBeVisible()

  await page.goto(demo.url + transaction)
  await untilInteractive(tools)
  await tools.click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^With / })).toHaveCount(0)

  await page.goto(`${demo.url}/demo/block/26`)
  await untilInteractive(tools)
  await tools.click()
  await dialog.getByRole('link', { name: 'With Block 25' }).click()
  await page.waitForURL('**/compare?a=%2Fdemo%2Fblock%2F25&b=%2Fdemo%2Fblock%2F26')
  await expect(page.getByRole('status').filter({ hasText: 'fields differ' })).toContainText(/^\d+ of \d+ fields differ/)
  const number = page.getByRole('row', { name: /^block number/ })
  await expect(number.getByRole('cell').nth(0)).toContainText('25')
  await expect(number.getByRole('cell').nth(1)).toContainText('26')
  await expect(number.locator('mark')).toHaveText(['5', '6'])
})

test('another hash alone is enough, sides change, and every field can be seen', async ({ page, demo }) => {
  await page.goto(demo.url + transaction)
  const tools = page.getByRole('button', { name: /^This page/ })
  await untilInteractive(tools)
  await tools.click()
  const dialog = page.getByRole('dialog', { name: 'This page' })
  await dialog.getByRole('textbox').fill(demoLedger.failedTransaction)
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.waitForURL('**/compare?**')
  await expect(page.getByRole('row', { name: /^receipt status/ }).getByRole('cell')).toHaveText([/1/, /0/])
  const rows = page.getByRole('row')
  const different = await rows.count()
  await page.getByRole('link', { name: 'Show every field' }).click()
  await expect(page.getByRole('link', { name: 'Show only what differs' })).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(different)
  await page.getByRole('link', { name: 'Change sides' }).click()
  await expect(page.getByRole('row', { name: /^receipt status/ }).getByRole('cell')).toHaveText([/0/, /1/])
})

test('the same page twice differs in nothing; what is no page is said at its field; what is not there is said', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=/demo/block/25`)
  await expect(page.getByText('Nothing differs')).toBeVisible()
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=/sign-in`)
  await expect(page.getByLabel('B', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/^This is not a page of this site/)).toBeVisible()
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=99999999`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It could not be read')
})

test('comparing works without JavaScript, fits a phone and has nothing that axe objects to', async ({
  browser,
  demo,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 }, colorScheme })
    const page = await context.newPage()
    for (const path of [
      '/compare',
      `/compare?a=${transaction}&b=${demoLedger.failedTransaction}`,
      '/compare?a=/aptos/txn/4&b=5',
    ]) {
      await page.goto(demo.url + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
      expect((await new AxeBuilder({ page }).analyze()).violations, path).toEqual([])
    }
    await context.close()
  }
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto(`${demo.url}/compare?a=/demo/block/25&b=26`)
  await expect(page.getByText('fields differ')).toBeVisible()
  await plain.close()
})

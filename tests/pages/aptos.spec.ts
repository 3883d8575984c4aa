import { expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'
import { scrollThrough } from './scroll-list.ts'

const blockPath = `/aptos/block/${demoLedger.aptosBlock}`

test('a block lists its transactions with only a few in the document, and Back leads from one kind to all', async ({
  page,
  demo,
}) => {
  await page.goto(demo.url + blockPath)
  const first = 188
  const last = 453
  // The last row's place is known once the browser has the whole list.
  await untilInteractive(page.getByRole('row').nth(1))
  const { hrefs, rowsAtOnceMax } = await scrollThrough(page, '/aptos/txn/')
  expect(hrefs).toEqual(Array.from({ length: last - first + 1 }, (_, index) => `/aptos/txn/${first + index}`))
  expect(rowsAtOnceMax).toBeLessThan(100)

  const kinds = page.getByRole('navigation', { name: 'Kinds of transaction' })
  await kinds.getByRole('link', { name: 'Block metadata' }).click()
  await expect(page).toHaveURL(`${demo.url}${blockPath}?type=block_metadata_transaction`)
  await expect(page.locator('[role=row] a[href^="/aptos/txn/"]')).toHaveText(['188'])
  await page.goBack()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.locator('[role=row] a[href^="/aptos/txn/"]').nth(1)).toHaveText('189')
})

test('the arrow keys open the previous and next block or transaction', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/block/1`)
  await untilInteractive(page.getByRole('link', { name: 'Next block' }))
  for (const [key, height] of [
    [']', '2'],
    ['[', '1'],
    ['[', '0'],
    [']', '1'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { name: `Aptos block ${height}`, exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${demo.url}/aptos/block/${height}`)
  }
  await page.locator('[role=row] a[href="/aptos/txn/1"]').first().click()
  await expect(page.getByRole('heading', { name: 'Aptos transaction 1' })).toBeVisible()
  await untilInteractive(page.getByRole('link', { name: 'Next transaction' }))
  await page.keyboard.press('[')
  await expect(page.getByRole('heading', { name: 'Aptos transaction 0' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous transaction' })).toBeDisabled()
})

test('a form simulates an entry function, and says that this node cannot', async ({ page, demo }) => {
  const module = `${demo.url}/aptos/account/${aptosNfts.studio}/modules/harbor_shop`
  await page.goto(`${module}?version=30`)
  await page.getByText('Simulate', { exact: true }).first().click()
  await page.getByLabel('sender').first().fill('0x1')
  await page.getByRole('button', { name: 'Simulate' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'nothing was sent' })).toContainText(
    /not a function|does not serve|serves/,
  )
})

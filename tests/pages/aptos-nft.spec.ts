import { sample } from '#tests/support/tier.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts } from './demo-ledger.ts'
import { loadToEnd, scrollThrough } from './scroll-list.ts'

const { lights, wallet } = aptosNfts

test('a collection lists its activity to the last row; filtered by account, the URL contains the filter', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/aptos/collection/${lights}`)
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('row', { name: '2026-10-28 2' })).toBeVisible()
  await untilInteractive(page.getByRole('button', { name: 'Load more rows' }).or(page.getByText(/^End of the list/)))
  await loadToEnd(page)
  await expect(page.getByText('End of the list: 125 rows')).toBeVisible()
  const { rowsAtOnceMax } = await scrollThrough(page, '/aptos/txn/')
  expect(rowsAtOnceMax).toBeLessThan(120)

  await page.getByText('Filter by account').click()
  await page.getByRole('textbox', { name: 'Only from or to these accounts' }).fill(wallet)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`${demo.url}/aptos/collection/${lights}?wallet_whitelist=${wallet}`)
  const rows = page.getByRole('table', { name: 'NFT transfers' }).locator('[role=row]:has([role=cell])')
  await expect(rows.filter({ hasNot: page.locator(`a[href="/aptos/account/${wallet}"]`) })).toHaveCount(0)
  await expect(rows.first()).toBeVisible()
})

test('tokens have pictures and attributes that this server fetched', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/collection/${lights}/tokens`)
  await expect(page.getByText('End of the list: 25 NFTs')).toBeVisible()
  // The gallery polls while pictures are being made.
  const name = page.getByRole('link', { name: 'Harbor Light #34', exact: true })
  const picture = page.getByRole('article').filter({ has: name }).locator('img')
  await expect(picture).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\/medium\.webp$/)
  await name.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Light #34' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Picture' }).getByRole('img')).toHaveAttribute('src', /high\.webp$/)
  await expect(page.getByRole('region', { name: 'Attributes' })).toContainText('Storeys')
})

// The browser renders what is not there from the data of the page, which tests/html/aptos-nft.test.ts reads for each of them.
for (const [path, words] of sample(
  [
    [`/aptos/collection/${'ab'.repeat(32)}`, 'contains version 0 to 827'],
    [`/aptos/token/${'ab'.repeat(32)}`, 'contains version 0 to 827'],
    ['/aptos/collection/x', 'No such Aptos collection'],
    ['/aptos/token/x', 'No such Aptos token'],
    ['/aptos/creator/x', 'No such Aptos creator'],
  ] as const,
  1,
))
  test(`${path} says that there is no such item`, async ({ page, demo }) => {
    await page.goto(demo.url + path)
    await expect(page.getByRole('main')).toContainText(words)
  })

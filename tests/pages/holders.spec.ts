import { expect, test } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

test("a token's holders are listed with their share, and compared with what the contract reports", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/demo/token/${demoLedger.harborCoin}`)
  await page.getByRole('navigation', { name: 'Token' }).getByRole('link', { name: 'Holders' }).click()
  await expect(page).toHaveURL(/\/holders$/)
  const distribution = page.getByRole('region', { name: 'Distribution' })
  await expect(distribution).toContainText(
    /The contract reports the same total supply and the same \d+ largest balances/,
  )
  const shares = await page
    .getByRole('region', { name: 'Holders', exact: true })
    .getByText(/^[\d.]+%$/)
    .allTextContents()
  const percents = shares.map(Number.parseFloat)
  expect(percents.length).toBeGreaterThan(1)
  expect(percents).toEqual(percents.toSorted((a, b) => b - a))
})

test('the tokens of a chain are ordered and searched by the URL', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/erc20?sort=holders`)
  const names = page.locator('[role=row] a[href^="/demo/token/"]')
  await expect(names.first()).toHaveText('Harbor Coin')
  await page.goto(`${demo.url}/demo/erc20?search=leaf`)
  await expect(names).toHaveText(['Old Leaf'])
  await page.goto(`${demo.url}/demo/erc20?search=nothing-like-it`)
  await expect(page.getByText('No tokens match these filters')).toBeVisible()
})

test("an NFT collection's holders are its owners", async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/token/${demoLedger.lanterns}/holders`)
  await expect(page).toHaveURL(/\/owners$/)
})

import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const { lanterns, stamps, harborCoin, spamCoin } = demoLedger

test('a collection shows its counts, and its chart has a table', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/token/${lanterns}`)
  const numbers = page.getByRole('region', { name: 'Statistics' })
  await expect(numbers.locator('dt', { hasText: /^Tokens$/ }).locator('+ dd')).toHaveText(/^\d+$/)
  await expect(numbers.locator('dt', { hasText: /^Owners$/ }).locator('+ dd')).toHaveText(/^\d+$/)
  await numbers.getByText('Show as a table').click()
  await expect(numbers.getByRole('row')).toHaveCount(31)
})

test('the badges of a verified collection and of spam explain themselves on request', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/token/${lanterns}`)
  await page.getByText('Why?').click()
  await expect(page.getByText('Listed as verified by the operator of this server.')).toBeVisible()
  // Contracts are rated one after the other once the ledger is indexed.
  await expect(async () => {
    await page.goto(`${demo.url}/demo/token/${spamCoin}`)
    await expect(page.getByText('Looks like spam')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByText('Why?').click()
  await expect(page.getByText(/contracts with 50 or more are marked as spam/)).toBeVisible()
})

test('transfers of a single token are filtered within its collection', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/token/${lanterns}/transfers?token_id=1&nonsense=1`)
  await expect(page).toHaveURL(`${demo.url}/demo/token/${lanterns}/transfers?token_id=1`)
  const rows = page.getByRole('table', { name: 'Transfers' }).getByRole('row')
  await expect(rows.last()).toContainText('Mint')
  for (const row of (await rows.all()).slice(1)) await expect(row).toContainText('#1')
  await page.goto(`${demo.url}/demo/token/${lanterns}/transfers?from_block=999999`)
  await expect(page.getByText('No transfers match these filters')).toBeVisible()
})

test("a fungible token lists its transfers: the collection's tabs redirect there", async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/token/${harborCoin}/transfers`)
  await expect(page).toHaveURL(`${demo.url}/demo/token/${harborCoin}`)
  await page.goto(`${demo.url}/demo/token/${lanterns}/items`)
  await expect(page).toHaveURL(`${demo.url}/demo/token/${lanterns}`)
})

test('an NFT shows its history from the mint to now, and neighbouring tokens', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/nft/${lanterns}/2`)
  const provenance = page.locator('section', { has: page.getByRole('heading', { name: 'Provenance' }) })
  const steps = provenance.locator('ol > li')
  await expect(steps.last()).toContainText('Minted')
  await untilInteractive(page.getByRole('button', { name: 'Refresh' }))
  await page.keyboard.press(']')
  await expect(page).toHaveURL(`${demo.url}/demo/nft/${lanterns}/3`)
  await page.keyboard.press('[')
  await expect(page).toHaveURL(`${demo.url}/demo/nft/${lanterns}/2`)
})

test('the owners of a token with many holders, largest first', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/nft/${stamps}/1`)
  const amounts = await page
    .getByRole('table', { name: 'Owners' })
    .locator('[role=row]:not([aria-rowindex="1"]) [role=cell]:nth-child(2)')
    .allTextContents()
  const numbers = amounts.map((text) => Number(text.replaceAll(',', '')))
  expect(numbers.length).toBeGreaterThan(1)
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
})

test('NFTs are found by words, from the search box too', async ({ page, demo }) => {
  await page.goto(`${demo.url}/status`)
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await untilInteractive(box)
  await box.fill('paper lantern')
  await page.getByRole('option', { name: /Search NFTs/ }).click()
  await expect(page).toHaveURL(`${demo.url}/demo/nft/search?q=paper+lantern`)
  await expect(page.getByRole('link', { name: /^Paper Lantern #\d+$/ }).first()).toBeVisible()
  await page.goto(`${demo.url}/demo/nft/search?q=nosuchword`)
  await expect(page.getByText('No NFTs match these filters')).toBeVisible()
  await page.goto(`${demo.url}/demo/nft/search?q=ab`)
  await expect(page.getByRole('alert').first()).toBeVisible()
})

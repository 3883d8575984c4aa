import { expect, test } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

test('a wallet page shows what the wallet holds, and says what it leaves out', async ({ page, demo }) => {
  const holdings = page.getByRole('region', { name: 'Holdings' })
  const items = holdings.getByRole('listitem')
  // Contracts are rated some seconds after the start.
  await expect(async () => {
    await page.goto(`${demo.url}/demo/address/${demoLedger.busiestWallet}`)
    await expect(holdings).toContainText('Not listed: 1 flagged as spam.', { timeout: 2_000 })
  }).toPass()
  await expect(items.first()).toContainText(/ETH\s*2,526\.14/)
  await expect(items.filter({ hasText: 'Harbor Coin' })).toContainText(/608\.33\s*HBR/)
  await items.filter({ hasText: 'Harbor Coin' }).getByRole('link').click()
  await expect(page).toHaveURL(`${demo.url}/demo/token/${demoLedger.harborCoin}`)
})

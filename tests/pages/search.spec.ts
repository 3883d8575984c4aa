import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

test('while typing, suggestions appear and can be chosen by keyboard or mouse', async ({ page, demo }) => {
  await page.goto(`${demo.url}/status`)
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await untilInteractive(box)
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await box.fill('34')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.and(page.getByRole('option', { selected: true }))).toContainText('Aptos block')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/aptos/block/34`)

  await box.fill('harbor co')
  const coin = page.getByRole('option', { name: /^Harbor Coin/ })
  await expect(coin).toBeVisible()
  while ((await coin.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/demo/token/${demoLedger.harborCoin}`)

  await box.fill('paper lantern')
  await page.getByRole('option', { name: /Search NFTs/ }).click()
  await expect(page).toHaveURL(`${demo.url}/demo/nft/search?q=paper+lantern`)
  await expect(page.getByRole('link', { name: /^Paper Lantern #\d+$/ }).first()).toBeVisible()
})

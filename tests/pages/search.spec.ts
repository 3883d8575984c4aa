import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const { busiestWallet, nestedCalls } = demoLedger

/** What someone pastes, and the page that opens at once. */
const certain: [what: string, text: string, path: string][] = [
  ['an address', busiestWallet, `/demo/address/${busiestWallet}`],
  ['an address in capitals', busiestWallet.toUpperCase().replace('0X', '0x'), `/demo/address/${busiestWallet}`],
  ['an address without 0x', busiestWallet.slice(2), `/demo/address/${busiestWallet}`],
  ['a transaction hash', nestedCalls, `/demo/tx/${nestedCalls}`],
  ['a hash after a chain', `demo:${nestedCalls}`, `/demo/tx/${nestedCalls}`],
  ['a link to an Aptos transaction', 'https://explorer.aptoslabs.com/txn/4?network=mainnet', '/aptos/txn/4'],
  ['a link to an Aptos block', 'https://explorer.aptoslabs.com/block/34?network=mainnet', '/aptos/block/34'],
  ['a link to this explorer', `http://localhost:3000/demo/tx/${nestedCalls}`, `/demo/tx/${nestedCalls}`],
]

test('an unambiguous query opens its page at once', async ({ page, demo }) => {
  for (const [what, text, path] of certain)
    await test.step(what, async () => {
      await page.goto(`${demo.url}/search?q=${encodeURIComponent(text)}`)
      await expect.soft(page).toHaveURL(demo.url + path)
    })
})

test('a number can be a block, an Aptos version or an Aptos height: all are offered', async ({ page, demo }) => {
  await page.goto(`${demo.url}/search?q=34`)
  const choices = page.locator('section', { has: page.getByRole('heading', { name: 'Possible matches' }) })
  await expect(choices.locator('a[href="/demo/block/34"]')).toContainText('found')
  await expect(choices.locator('a[href="/aptos/txn/34"]')).toBeVisible()
  await expect(choices.locator('a[href="/aptos/block/34"]')).toBeVisible()
})

test('a query for Aptos is not looked up on other chains', async ({ page, demo }) => {
  await page.goto(`${demo.url}/search?q=aptos:4`)
  const choices = page.locator('section', { has: page.getByRole('heading', { name: 'Possible matches' }) })
  await expect(choices.getByRole('listitem').getByRole('link')).toHaveText([/^Aptos transaction/, /^Aptos block/])
})

test('a link to another explorer names the chain even if it is not served', async ({ page, demo }) => {
  await page.goto(`${demo.url}/search?q=${encodeURIComponent(`https://etherscan.io/address/${busiestWallet}`)}`)
  await expect(page).toHaveURL(`${demo.url}/eth/address/${busiestWallet}`)
  await expect(page.getByText('Ethereum is not served here')).toBeVisible()
})

test('an unrecognised query lists what can be searched for', async ({ page, demo }) => {
  for (const text of ['what is this', '0x', '<script>alert(1)</script>', '🔭'.repeat(40), '0'.repeat(3_000)]) {
    await page.goto(`${demo.url}/search?q=${encodeURIComponent(text)}`)
    await expect(page.getByText('No results')).toBeVisible()
    await expect(page.getByText('Search for an address, a transaction or block hash')).toBeVisible()
  }
})

test('while typing, suggestions appear and can be chosen by keyboard', async ({ page, demo }) => {
  await page.goto(`${demo.url}/status`)
  await untilInteractive(page.getByRole('combobox', { name: 'Search' }))
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search' })
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
})

test('without JavaScript the search box is a working form', async ({ browser, demo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(demo.url)
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search' })
  await box.fill(nestedCalls)
  await box.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/demo/tx/${nestedCalls}`)
  await context.close()
})

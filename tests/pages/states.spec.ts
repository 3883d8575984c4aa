import { expect, test } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const { unknownHash, busiestWallet } = demoLedger

/** A path, and words of the page that answers it. */
const notThere: [what: string, path: string, words: RegExp][] = [
  ['an unknown transaction', `/demo/tx/${unknownHash}`, /has not been seen here/],
  ['a malformed hash', '/demo/tx/0x12', /Page not found/],
  ['a malformed address', '/demo/address/0x12', /Page not found/],
  ['a block beyond the head', '/demo/block/99999999', /Page not found/],
  ['a malformed block', '/demo/block/latest', /Page not found/],
  ['an unknown block hash', `/demo/block/${unknownHash}`, /Page not found/],
  ['an unknown chain', '/nosuch', /Page not found/],
  ['a wallet on an unknown chain', `/nosuch/address/${busiestWallet}`, /Page not found/],
  ['an unknown page', '/demo/nosuch/page', /Page not found/],
  ['a future Aptos block', '/aptos/block/999999999', /The newest block is 112/],
  ['a malformed Aptos height', '/aptos/block/x', /No such Aptos block/],
  ['a future Aptos version', '/aptos/txn/999999999', /The newest version is 827/],
  ['a version beyond 64 bits', '/aptos/txn/99999999999999999999', /No such Aptos transaction/],
  ['an unknown endpoint of the reference', '/docs/evm/nosuch', /Page not found/],
]

test('missing items are 404 and suggest what to do', async ({ page, demo }) => {
  for (const [what, path, words] of notThere)
    await test.step(what, async () => {
      const response = await page.goto(demo.url + path)
      expect.soft(response?.status(), what).toBe(404)
      await expect.soft(page.getByRole('main'), what).toContainText(words)
      await expect.soft(page.getByRole('main').getByRole('link').first(), what).toBeVisible()
    })
})

test('a known chain that is not served names the setting to serve it', async ({ page, demo }) => {
  for (const path of ['/eth', `/bsc-testnet/address/${busiestWallet}`, `/polygon/tx/${unknownHash}`, '/0x1/block/1']) {
    await page.goto(demo.url + path)
    await expect(page.getByRole('status').filter({ hasText: 'is not served here' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Set NODE_URL_[A-Z_]+ to the URL of a node/)
  }
})

test('a wallet without activity is certain to have none', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/address/0x${'12'.repeat(20)}/transactions`)
  await expect(page.getByText('This address has no transactions.')).toBeVisible()
})

test('an empty range is distinguished from an empty wallet', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/address/${busiestWallet}?from_block=1&to_block=2`)
  await expect(page.getByText('No transactions match these filters')).toBeVisible()
})

test('an upper-case address is the same wallet', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/address/${busiestWallet.toUpperCase().replace('0X', '0x')}`)
  await expect(page.getByRole('main')).toContainText(busiestWallet)
})

import { expect, test } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const { harborCoin: coin, nestedCalls: hash, busiestWallet: wallet } = demoLedger

for (const [link, page] of [
  [`/address/${coin}#code`, `/demo/address/${coin}/code`],
  [`/address/${coin}#readProxyContract`, `/demo/address/${coin}/read`],
  [`/address/${wallet}#tokentxns`, `/demo/address/${wallet}/erc20`],
  [`/token/${coin}#balances`, `/demo/token/${coin}/holders`],
  [`/tx/${hash}#eventlog`, `/demo/tx/${hash}/logs`],
] as const)
  test(`the fragment of a link of Etherscan opens its tab: ${link}`, async ({ page: tab, demo }) => {
    await tab.goto(demo.url + link)
    await tab.waitForURL(demo.url + page)
    await expect(tab.getByRole('main').locator('[aria-current=page]')).toBeVisible()
  })

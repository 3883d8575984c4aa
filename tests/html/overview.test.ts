import { expect, test } from 'vitest'
import { demoPages } from './html-page.ts'

const demo = demoPages()
/** Mira Tolland of the demo ledger: coins, NFTs and approvals. */
const wallet = '/demo/address/0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595'

test('an address opens on what it holds and what changed, with everything else one tab away', async () => {
  // Contracts are rated one after the other once the ledger is indexed.
  await expect
    .poll(async () => (await demo.read(wallet)).main, { timeout: 60_000 })
    .toContain('1 transaction hidden: spam')
  const page = await demo.read(wallet)
  expect(page.text(page.section('Holdings'))).toMatch(/Harbor Coin ?624\.59/)
  expect(page.main).toContain('First funded by')

  const nfts = page.section('NFTs')
  expect(page.texts(`${nfts} li`)).toHaveLength(8)
  expect(page.link('See all 56', nfts)).toBe(`${wallet}/nfts`)

  const changes = page.section('Latest changes')
  const shown = page.texts(`${changes} > ul > li`)
  expect(shown).toHaveLength(9)
  expect(shown[0]).toContain('Sent 1.719 ETH to')
  const hidden = page.texts(`${changes} > details:has(> summary:contains("1 transaction hidden: spam")) li`)
  expect(hidden).toEqual([expect.stringContaining('Minted 777 CLAIM NOW')])
  expect(page.texts(`${changes} a[href^="/demo/tx/"]`)).toHaveLength(10)

  expect(page.text(page.section('Open approvals'))).toContain('unlimited')
  expect(page.$('[role=table]')).toHaveLength(0)

  const list = await demo.read(page.link('All transactions', changes))
  expect(list.url).toBe(`${demo.url}${wallet}/transactions`)
  expect(list.rows('[role=table][aria-label=Transactions]')).not.toHaveLength(0)
})

test('the page as data has every part of the overview', async () => {
  const { kind, data } = await (await fetch(`${demo.url}${wallet}.json`)).json()
  expect(kind).toBe('Wallet')
  expect(data.evmHoldings.answer.tokens.length).toBeGreaterThan(0)
  expect(data.walletHistory.answer.result).toHaveLength(10)
  expect(data.walletNfts.answer.result).toHaveLength(8)
  expect(data.walletApprovals.answer.result.length).toBeGreaterThan(0)
  expect(data['walletTransactions oldest'].answer.result).toHaveLength(1)
})

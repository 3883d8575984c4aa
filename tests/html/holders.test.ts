import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()

test("a token's holders are listed with their share, and compared with what the contract reports", async () => {
  const token = await demo.read(`/demo/token/${demoLedger.harborCoin}`)
  const page = await demo.read(token.link('Holders', 'nav[aria-label=Token]'))
  expect(page.url).toMatch(/\/holders$/)
  expect(page.text(page.section('Distribution'))).toMatch(
    /The contract reports the same total supply and the same \d+ largest balances/,
  )
  expect(page.described('Price')).toBe('$3.84 · all of it $4.8M')
  const supply = page.rows(page.section('Supply over time'))
  expect(supply.at(0)?.[1]).toBe('1.25M')
  expect(supply.at(-1)?.[1]).toBe('1M')
  const cells = page.rows(page.section('Holders')).flat()
  const percents = cells.filter((text) => /^[\d.]+%$/.test(text)).map(Number.parseFloat)
  expect(percents.length).toBeGreaterThan(1)
  expect(percents).toEqual(percents.toSorted((a, b) => b - a))
})

test('the tokens of a chain are ordered and searched by the URL', async () => {
  const names = '[role=row] a[href^="/demo/token/"]'
  expect((await demo.read('/demo/erc20?sort=holders')).text(names)).toBe('Harbor Coin')
  expect((await demo.read('/demo/erc20?search=leaf')).texts(names)).toEqual(['Old Leaf'])
  expect((await demo.read('/demo/erc20?search=nothing-like-it')).main).toContain('No tokens match these filters')
})

test('a wallet page shows what the wallet holds, and says what it leaves out', async () => {
  const read = () => demo.read(`/demo/address/${demoLedger.busiestWallet}`)
  // Contracts are rated one after the other once the ledger is indexed.
  await expect.poll(async () => (await read()).main, { timeout: 60_000 }).toContain('Not listed: 1 flagged as spam.')
  const page = await read()
  const holdings = page.section('Holdings')
  const items = page.texts(`${holdings} li`)
  expect(items[0]).toMatch(/^ETH ?2,526\.14/)
  expect(items.find((text) => text.includes('Harbor Coin'))).toMatch(/608\.33 ?HBR/)
  expect(page.link('Harbor Coin', holdings)).toBe(`/demo/token/${demoLedger.harborCoin}`)
})

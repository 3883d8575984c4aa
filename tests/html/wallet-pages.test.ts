import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()
const wallet = '/demo/address/0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595'
const token = demoLedger.harborCoin

test('a wallet shows its identity, the number of rows on each tab, and when it was active', async () => {
  const page = await demo.read(wallet)
  expect(page.text('main header')).toContain('Mira Tolland')
  expect(page.link(/^NFT transfers \d+$/)).toBe(`${wallet}/nft-transfers`)
  const activity = page.section('Activity')
  const [, sum] = /\d{4}-\d\d-\d\d ?([\d,]+) transactions/.exec(page.text(activity) ?? '') ?? []
  expect(page.texts(`${activity} summary`)).toContain('Show as a table')
  // A row for each day with a transaction, over the whole life.
  const counts = page.rows(activity).map((cells) => Number(cells[1]?.replace(',', '')))
  expect(counts.length).toBeGreaterThan(10)
  expect(counts.reduce((total, count) => total + count, 0)).toBe(Number(sum?.replace(',', '')))
  // Metadata waits 0.4 s at most.
  await expect.poll(async () => (await demo.read(wallet)).title).toMatch(/^Mira Tolland · Wallet/)
  expect(page.texts('dl[aria-label=Figures] dt')).toEqual(['Balance', 'Transactions', 'First activity'])
  expect(page.texts('dl[aria-label=Facts] dt').slice(0, 2)).toEqual(['Transactions sent', 'First funded by'])
})

test('methods have names in the list', async () => {
  const page = await demo.read(`${wallet}/transactions`)
  expect(page.rows('[role=table][aria-label=Transactions]').map((cells) => cells[1])).toContain('transfer')
})

test('a token contract says so and links to its token page, which links back', async () => {
  const page = await demo.read(`/demo/address/${token}`)
  expect(page.headings).toEqual(['Harbor Coin'])
  await expect.poll(async () => (await demo.read(`/demo/address/${token}`)).title).toMatch(/^Harbor Coin · Token/)
  expect(page.main).toContain('ERC20 contract')
  const tokenPage = await demo.read(page.link('Token page'))
  expect(tokenPage.url).toBe(`${demo.url}/demo/token/${token}`)
  expect(tokenPage.link('Contract account')).toBe(`/demo/address/${token}`)
  const transfers = await demo.read(page.link('ERC20 transfers', 'main'))
  expect(transfers.headings).toEqual(['Harbor Coin'])
  await expect
    .poll(async () => (await demo.read(transfers.url.replace(demo.url, ''))).title)
    .toMatch(/^ERC20 transfers · Harbor Coin/)
})

test('open approvals are listed above the approval events, with their risks and transactions', async () => {
  const page = await demo.read(`${wallet}/approvals`)
  const panel = page.section('Open approvals')
  expect(page.text(panel)).toContain('connect the wallet that granted them')
  expect(page.text(panel)).toMatch(/Harbor Coin.*unlimited.*Spender is a wallet/)
  const evidence = await demo.read(page.link('transaction', `${panel} li`))
  expect(evidence.text(evidence.section('Summary'))).toContain('allowed')
})

test('burns of a wallet have a page', async () => {
  const page = await demo.read((await demo.read(`${wallet}/approvals`)).link('Burns'))
  expect(page.url).toBe(`${demo.url}${wallet}/burns`)
  expect(page.text(page.section('ERC20 burns'))).toBeDefined()
})

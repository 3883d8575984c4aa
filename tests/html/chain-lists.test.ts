import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages, type HtmlPage } from './html-page.ts'

const demo = demoPages()
const rowsOf = (page: HtmlPage, label = 'Transactions') =>
  page.rows(`[role=table][aria-label=${label}]`).map((cells) => cells.join(' '))

test('the blocks of a chain are listed newest first, each with its fees, from the home page on', async () => {
  const home = await demo.read('/')
  const page = await demo.read(home.link('View all', home.section('Latest blocks')))
  expect(page.url).toBe(`${demo.url}/demo/blocks`)
  const [first = '', second = ''] = rowsOf(page, 'Blocks')
  expect(first).toMatch(/^1,110 .* 1 .*0x00000.*21,000 0% 16\.4003 0\.000344407 ETH/)
  expect(second).toMatch(/^1,109 /)
  const earlier = await demo.read('/demo/blocks?to_block=25')
  expect(rowsOf(earlier, 'Blocks')[0]).toMatch(/^25 /)
})

test('the transactions of a chain are filtered by the URL, and say how far they were searched', async () => {
  const home = await demo.read('/')
  const all = await demo.read(home.link('View all', home.section('Latest transactions')))
  expect(all.url).toBe(`${demo.url}/demo/transactions`)
  expect(rowsOf(all)[0]).toContain('Lighthouse Rollup')
  const failed = await demo.read('/demo/transactions?status=failed&method=transfer')
  expect(failed.main).toContain('Searched all indexed blocks down to 0.')
  expect(rowsOf(failed).length).toBeGreaterThan(10)
  for (const row of rowsOf(failed)) expect(row).toMatch(/transfer.*Harbor Coin/)
  expect((await demo.read('/demo/transactions?min_value=2000')).main).toContain('No transactions match')
  expect((await demo.read('/demo/transactions?method=noSuchMethod')).main).toContain('is not a method known here')
  expect((await demo.read('/demo/transactions?min_value=much')).main).toContain('is not a whole number')
})

test('the transactions of a wallet are filtered by direction and by the other address', async () => {
  const wallet = '0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595'
  const { busiestWallet } = demoLedger
  const page = await demo.read(`/demo/address/${wallet}/transactions?direction=in&counterparty=${busiestWallet}`)
  const rows = rowsOf(page)
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect(row).toMatch(/Ferry Payouts.*In/)
})

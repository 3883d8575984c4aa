import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages, type HtmlPage } from './html-page.ts'

const demo = demoPages()
const rowsOf = (page: HtmlPage, label = 'Transactions') =>
  page.rows(`[role=table][aria-label="${label}"]`).map((cells) => cells.join(' '))

test('the blocks of a chain are listed newest first, each with its fees, from the home page on', async () => {
  const home = await demo.read('/')
  const page = await demo.read(home.link('View all', home.section('Latest blocks')))
  expect(page.url).toBe(`${demo.url}/demo/blocks`)
  const [first = '', second = ''] = rowsOf(page, 'Blocks')
  expect(first).toMatch(/^1,110 .* 1 .*0x00000.*21,000 0% 16\.4003 0\.0003444 ETH/)
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

test('the lists of a chain are tabs of one page', async () => {
  const blocks = await demo.read('/demo/blocks')
  const tabs = blocks.$('nav[aria-label="Chain"] a').toArray()
  expect(tabs.map((tab) => blocks.$(tab).text().trim())).toEqual([
    ...['Blocks', 'Transactions', 'Pending', 'Internal transfers', 'Contracts', 'Verified contracts'],
    ...['Withdrawals', 'Blobs', 'Uncles', 'Top accounts'],
  ])
  for (const tab of tabs) {
    const page = await demo.read(blocks.$(tab).attr('href') ?? '')
    expect(page.status).toBe(200)
    expect(page.$('nav[aria-label="Chain"] a[aria-current=page]').attr('href')).toBe(blocks.$(tab).attr('href'))
  }
})

test('contracts are listed with who created them, and the internal transfers of a chain and of a block', async () => {
  const contracts = rowsOf(await demo.read('/demo/contracts?to_block=13'), 'Contracts')
  expect(contracts[0]).toMatch(/ERC20 #13 .*Sticky Fingers/)
  expect(contracts).toContainEqual(expect.stringMatching(/Harbor Vault +#12 .*Harbor Studio/))
  const moved = rowsOf(await demo.read('/demo/internal'), 'Internal transfers')
  expect(moved[0]).toMatch(/Transfer #1,105 .*Lantern Bids.*Harbor Studio.* 0\.8 ETH/)
  const ofBlock = rowsOf(await demo.read('/demo/block/1095/internal'), 'Internal transfers')
  expect(ofBlock).toEqual(moved.filter((row) => row.includes('#1,095 ')))
  expect(ofBlock.length).toBeGreaterThan(1)
})

test('transactions with blobs say how many and what each gas of them cost', async () => {
  const [newest = ''] = rowsOf(await demo.read('/demo/blobs'), 'Blob transactions')
  expect(newest).toMatch(/#1,110 .*Kestrel Desk.*Lighthouse Rollup.* 6/)
  expect(rowsOf(await demo.read('/demo/block/1110/blobs'), 'Blob transactions')[0]).toBe(newest)
})

test('lists without rows say why', async () => {
  const words = async (path: string) => (await demo.read(`/demo/${path}`)).main
  expect(await words('withdrawals')).toContain('No block of this chain paid a validator.')
  expect(await words('uncles')).toContain('Only chains with proof of work have them.')
  expect(await words('pending')).toContain('The node knows no transaction that waits for a block.')
  expect(await words('contracts/verified')).toContain('No source code of a contract of this chain was verified')
})

test('the accounts of a chain that is traced as a whole are ranked by balance', async () => {
  const page = await demo.read('/demo/accounts')
  const balances = rowsOf(page, 'Top accounts').map((row) =>
    Number(/([\d,.]+) ETH/.exec(row)?.[1]?.replaceAll(',', '')),
  )
  expect(balances.length).toBeGreaterThan(40)
  expect(balances).toEqual(balances.toSorted((a, b) => b - a))
  expect(page.main).toContain('after block 1,110')
})

test('token transfers of a wallet are filtered by direction, other address, amount and spam', async () => {
  const wallet = '0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595'
  const harborCoin = '0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605'
  const { busiestWallet } = demoLedger
  const path = `/demo/address/${wallet}/erc20`
  const received = await demo.read(`${path}?direction=in&hide_spam=true`)
  expect(received.main).toContain('Searched indexed blocks down to')
  expect(received.main).toContain('Zero value, dust and spam: Hidden')
  const rows = rowsOf(received, 'Transfers')
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(row).toMatch(/ In /)
  const large = await demo.read(`${path}?contract_addresses=${harborCoin}&min_amount=50`)
  const amounts = rowsOf(large, 'Transfers').map((row) =>
    Number(/([\d.]+) Harbor Coin/.exec(row.replaceAll(',', ''))?.[1]),
  )
  expect(amounts.length).toBeGreaterThan(3)
  expect(Math.min(...amounts)).toBeGreaterThanOrEqual(50)
  expect((await demo.read(`${path}?min_amount=5`)).main).toContain('min_amount requires one token')
  expect((await demo.read(`${path}?counterparty=${wallet}`)).main).toContain('No ERC20 transfers match these filters')
  const nfts = await demo.read(`/demo/address/${wallet}/nft-transfers?direction=in&counterparty=${busiestWallet}`)
  for (const row of rowsOf(nfts, 'Transfers')) expect(row).toMatch(/ In /)
  expect(nfts.main).toContain('Searched all indexed blocks down to 0.')
})

test('transfers of a token are filtered by amount, and the rows are the page as CSV', async () => {
  const harborCoin = '0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605'
  const page = await demo.read(`/demo/token/${harborCoin}?min_amount=500&hide_spam=true`)
  const rows = rowsOf(page, 'Transfers')
  expect(rows.length).toBeGreaterThan(5)
  const csv = await (await fetch(`${demo.url}/demo/token/${harborCoin}.csv?min_amount=500&hide_spam=true`)).text()
  const [columns = '', ...lines] = csv.trim().split('\r\n')
  const amount = columns.split(',').indexOf('value_decimal')
  for (const line of lines) expect(Number(line.split(',')[amount])).toBeGreaterThanOrEqual(500)
  expect(lines.length).toBeGreaterThanOrEqual(rows.length)
})

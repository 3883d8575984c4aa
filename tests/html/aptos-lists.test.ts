import { expect, test } from 'vitest'
import { aptosNfts } from '#tests/pages/demo-ledger.ts'
import { demoPages, type HtmlPage } from './html-page.ts'

const demo = demoPages()
const rowsOf = (page: HtmlPage, label: string) =>
  page.rows(`[role=table][aria-label="${label}"]`).map((cells) => cells.join(' '))
const header = 'nav[aria-label=Main]'

test('the header of an Aptos page leads to the lists of Aptos, on its network', async () => {
  const lists = {
    Blocks: 'blocks',
    NFTs: 'collections',
    Tokens: 'assets',
    Validators: 'validators',
  }
  const page = await demo.read(`/aptos/account/${aptosNfts.wallet}`)
  const testnet = await demo.read('/aptos?network=testnet')
  const evm = await demo.read('/demo/block/25')
  for (const [title, path] of Object.entries(lists)) {
    expect(page.link(title, header)).toBe(`/aptos/${path}`)
    expect(testnet.link(title, header)).toBe(`/aptos/${path}?network=testnet`)
  }
  expect(evm.link('NFT collections', header)).toBe('/demo/nft')
  expect((await demo.read('/')).link('ERC20 tokens', header)).toBe('/demo/erc20')
})

test('the home page of Aptos leads to all blocks, transactions, collections, assets and validators', async () => {
  const home = await demo.read('/aptos')
  const list = async (section: string, title = 'View all') => demo.read(home.link(title, home.section(section)))
  expect((await list('Latest blocks')).main).toContain('Blocks of Aptos')
  expect(rowsOf(await list('Latest transactions'), 'Transactions of the ledger')[0]).toMatch(/^826 /)
  expect((await list('Ledger', 'Validators')).main).toContain('Voting power')
  expect(rowsOf(await list('Index', 'NFT collections'), 'NFT collections')).toHaveLength(5)
  expect(rowsOf(await list('Index', 'Coins and assets'), 'Coins and fungible assets')).toHaveLength(3)
})

test('collections are listed with their NFTs and owners, and found by a word of their name', async () => {
  const all = await demo.read('/aptos/collections')
  expect(rowsOf(all, 'NFT collections')[0]).toMatch(/^Harbor Bells ?Digital asset 10 NFTs 7 owners 1 a day 573/)
  expect(all.main).toContain('End of the list: 5 collections')
  const found = await demo.read('/aptos/collections?search=lights&sort=newest')
  expect(rowsOf(found, 'NFT collections')).toEqual([expect.stringMatching(/^Harbor Lights ?Token v1 25 NFTs/)])
  expect(found.link('Harbor Lights', 'main')).toBe(`/aptos/collection/${aptosNfts.lights}`)
  expect((await demo.read('/aptos/collections?search=nosuchword')).main).toContain('No collections match these filters')
  expect((await demo.read('/aptos/collections?sort=oops')).main).toContain("'oops' is not a known value")
})

test('assets are listed with their holders and supply, and those with misleading names are marked', async () => {
  const page = await demo.read('/aptos/assets')
  const rows = rowsOf(page, 'Coins and fungible assets')
  expect(rows[0]).toMatch(/^PEARL Harbor Pearl 4 holders 1,200,000 8 a day/)
  expect(rows.find((row) => row.includes('apt-gift'))).toContain('Suspicious')
  expect(rows.find((row) => row.includes('Aptos Coin'))).not.toContain('Suspicious')
})

test('a network without an index has no lists, and says so', async () => {
  for (const path of ['collections', 'assets', 'packages'])
    expect((await demo.read(`/aptos/${path}?network=testnet`)).main).toContain('this server has none')
})

test('names and symbols of Aptos are found by the search', async () => {
  const found = await demo.read('/search?q=APT')
  expect(found.link(/^Aptos Coin \(APT\)Coin or asset · Aptos/, 'main')).toMatch(/^\/aptos\/asset\/0x1(%3A|:)/)
  expect(found.main).toMatch(/\(АPT\)\s*Suspicious/)
  const one = await demo.read('/search?q=gull%20feathers')
  expect(one.url).toContain('/aptos/collection/')
})

test('every page of an account begins with its APT balance', async () => {
  for (const tab of ['', '/nfts', '/modules']) {
    const page = await demo.read(`/aptos/account/${aptosNfts.wallet}${tab}`)
    expect(page.texts('main dt')[0]).toBe('APT balance')
    expect(page.described('APT balance')).toMatch(/^502\.425 ?APT/)
  }
})

test('the transactions of a function are listed, from the module that has it', async () => {
  const page = await demo.read('/aptos/transactions?function=0x1::aptos_account::transfer')
  const rows = rowsOf(page, 'Transactions of the function')
  expect(rows[0]).toMatch(/^816 .*0x1::aptos_account::transfer .*Success/)
  expect(rows.some((row) => row.includes('Failed'))).toBe(true)
  const module = await demo.read(`/aptos/account/${aptosNfts.studio}/modules/harbor_shop?version=30`)
  expect(module.link('Transactions', 'main')).toContain('function=0x')
  const wrong = await demo.read('/aptos/transactions?function=oops')
  expect(wrong.main).toContain('is not the name of a function')
})

test('packages are listed as they were published, with their modules and accounts', async () => {
  const page = await demo.read('/aptos/packages')
  expect(rowsOf(page, 'Published packages')[1]).toMatch(/^Unnamed package harbor_pearl .*0xee76.*the same account 799/)
})

import { expect, test } from 'vitest'
import { aptosNfts } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

const { lights, feathers, loaves, feather, mintedLoaf, studio, wallet } = aptosNfts
const demo = demoPages()
const transfers = '[role=table][aria-label="NFT transfers"]'

test('a collection shows its description and daily activity', async () => {
  const page = await demo.read(`/aptos/collection/${lights}`)
  expect(page.headings).toEqual(['Harbor Lights'])
  expect(page.described('Tokens')).toBe('25 indexed')
  expect(page.described('Activities')).toContain('125')
  expect(page.main).toContain('Busiest day: 2026-09-15 with 28')
  expect(page.rows('details')).toContainEqual(['2026-10-28', '2'])
  expect(page.link('Tokens', 'nav[aria-label="Collection"]')).toBe(`/aptos/collection/${lights}/tokens`)
})

test('the two rows of a transfer are adjacent, each with its own type', async () => {
  const page = await demo.read(`/aptos/collection/${feathers}`)
  const rows = page.rows(transfers)
  const second = rows.findIndex(([version]) => version?.includes('same transaction as above:'))
  expect(second).toBeGreaterThan(0)
  expect(rows[second]?.join(' ')).toMatch(/Sent|Minted|Offered|Received/)
  expect(rows[second]?.[1]).not.toBe(rows[second - 1]?.[1])
  expect(rows.some(([, kind]) => kind === 'Received')).toBe(true)
})

test('a list filtered by account has only its rows, and an invalid account is reported', async () => {
  const page = await demo.read(`/aptos/collection/${lights}?wallet_whitelist=${wallet}`)
  const rows = page.$(transfers).find('[role=row]:has([role=cell])')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(`:has(a[href="/aptos/account/${wallet}"])`)).toHaveLength(rows.length)
  const refused = await demo.read(`/aptos/collection/${lights}?wallet_whitelist=nonsense`)
  expect(refused.main).toContain('is not a valid Aptos address')
})

test('a token lists its provenance from the first event, and its holders with amounts', async () => {
  const page = await demo.read(`/aptos/token/${feather}`)
  expect(page.headings).toEqual(['White Feather'])
  const steps = '[aria-label="Provenance"] > li'
  expect(page.text(steps)).toContain('Minted')
  const versions = page.texts(`${steps} a[href^="/aptos/txn/"]`).map(Number)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(page.main).toContain('End of the list: 7 holdings')
  expect(page.texts('[role=table][aria-label="Owners"] a').filter((text) => text.startsWith('0x'))).toHaveLength(7)
})

test('a creator page lists collections and their activity', async () => {
  const page = await demo.read(`/aptos/creator/${studio}`)
  expect(page.text(transfers)).toContain('Harbor Lights')
  const collections = await demo.read(page.link('Collections', 'nav[aria-label="Creator"]'))
  expect(collections.texts('[role=table][aria-label="Collections"] a').filter((text) => /^Harbor/.test(text))).toEqual([
    'Harbor Bells',
    'Harbor Lights',
  ])
})

test('an account page has transactions, holdings and transfers, each at its own URL', async () => {
  const tabs = 'nav[aria-label="Account"]'
  const account = await demo.read(`/aptos/account/${wallet}`)
  const path = account.link('NFTs', tabs)
  expect(path).toBe(`/aptos/account/${wallet}/nfts`)
  const nfts = await demo.read(path)
  expect(nfts.main).toContain('End of the list: 5 NFTs')
  const moved = await demo.read(nfts.link('NFT transfers', tabs))
  expect(moved.rows(transfers).some(([, kind]) => kind === 'Received')).toBe(true)
})

test('events of a transaction link to the token and the collection', async () => {
  const transaction = await demo.read(`/aptos/txn/${mintedLoaf}`)
  const token = await demo.read(transaction.$('a[href^="/aptos/token/"]').first().attr('href') ?? '')
  expect(token.headings).toEqual(['Salt Loaves 1'])
  const collection = await demo.read(token.link('Salt Loaves', token.section('Token')))
  expect(collection.url).toBe(`${demo.url}/aptos/collection/${loaves}`)
  expect(collection.main).toContain('Digital asset')
})

test('a pasted collection or token id opens its page', async () => {
  expect((await demo.read(`/search?q=${lights}`)).url).toBe(`${demo.url}/aptos/collection/${lights}`)
  expect((await demo.read(`/search?q=${feather}`)).url).toBe(`${demo.url}/aptos/token/${feather}`)
  const creator = await demo.read(`/search?q=${studio}`)
  expect(creator.texts('main a').find((text) => /^Aptos creator of/.test(text))).toContain('found')
})

test('non-canonical URLs redirect, and unknown items are 404', async () => {
  const { url } = await demo.read(`/aptos/collection/0x${lights.toUpperCase()}`)
  expect(url).toBe(`${demo.url}/aptos/collection/${lights}`)
  for (const [path, words] of [
    [`/aptos/collection/${'ab'.repeat(32)}`, 'contains version 0 to 827'],
    [`/aptos/token/${'ab'.repeat(32)}`, 'contains version 0 to 827'],
    ['/aptos/collection/x', 'No such Aptos collection'],
    ['/aptos/token/x', 'No such Aptos token'],
    ['/aptos/creator/x', 'No such Aptos creator'],
  ] as const) {
    const page = await demo.read(path)
    expect.soft(page.status, path).toBe(404)
    // The browser shows them from the data of the page.
    expect.soft(page.html, path).toContain(words)
  }
})

test('an account without NFTs is certain to have none, and a network without an index names the setting', async () => {
  const nobody = `0x${'12'.repeat(32)}`
  expect((await demo.read(`/aptos/account/${nobody}/nfts`)).main).toContain('This account holds no NFTs.')
  expect((await demo.read(`/aptos/creator/${nobody}`)).main).toContain('This account has not created any NFTs.')
  const elsewhere = await demo.read(`/aptos/collection/${lights}?network=testnet`)
  expect(elsewhere.text('main [role=status]:contains("Not available here")')).toContain('APTOS_TESTNET_NODE_URL')
})

test('the network page shows the newest blocks and the progress of the index', async () => {
  const page = await demo.read('/aptos')
  expect(page.link(/112/, 'main')).toBe('/aptos/block/112')
  expect(page.main).toContain('version 0 to 827')
  expect(page.main).toContain('at the start of the ledger')
  const status = await demo.read('/status')
  expect(status.text(status.section('Aptos index positions'))).toContain('827')
})

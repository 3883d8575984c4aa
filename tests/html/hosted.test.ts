import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aptosNfts, demoLedger } from '#tests/pages/demo-ledger.ts'
import { builtPages } from '#tests/support/built-process.ts'
import { demoKey } from '#tests/support/demo-servers.ts'
import { type HostedPair, startHostedPair } from '#tests/support/hosted-pair.ts'
import { demoPages, type HtmlPage, readPage } from './html-page.ts'

/* Pages of a server whose data come from the hosted service; what needs a browser is in tests/pages/hosted.full.spec.ts. */

const startMs = 240_000
const demo = demoPages()
let hosted: HostedPair
beforeAll(async () => {
  hosted = await startHostedPair(demo.url)
}, startMs)
afterAll(() => hosted?.stop())

/** All that a visitor received: headers and bodies. */
const received: { url: string; text: string }[] = []
const read = async (path: string): Promise<HtmlPage> => {
  const page = await readPage(hosted.server.url + path)
  received.push({ url: page.url, text: `${JSON.stringify([...page.headers])} ${page.html}` })
  return page
}

afterEach(() => {
  // No visitor and no log sees the hosted service's key.
  for (const { url, text } of received.splice(0)) expect(text.includes(demoKey), url).toBe(false)
  expect(hosted.server.output()).not.toContain(demoKey)
})

const fromHosted = 'From the hosted service'

test('a wallet from the hosted service is shown, and its data lead to the last row', async () => {
  const { hashes, wallet, server } = hosted
  const path = `/eth/address/${wallet}/transactions`
  const { $, main } = await read(path)
  expect($('[role="row"] a[href^="/eth/tx/"]').first().attr('href')).toBe(`/eth/tx/${hashes[0]}`)
  expect(main).toContain(fromHosted)
  const listed: string[] = []
  for (let next: string | undefined = `${path}.json`; next; ) {
    const page: { data: { walletTransactions: { answer: { result: { hash: string }[] } } }; links: { next?: string } } =
      await (await fetch(server.url + next)).json()
    listed.push(...page.data.walletTransactions.answer.result.map(({ hash }) => hash))
    next = page.links.next
  }
  expect(listed).toEqual(hashes)
})

test('a transaction and an Aptos block from the hosted service are shown', async () => {
  const [hash = ''] = hosted.hashes
  const transaction = await read(`/eth/tx/${hash}`)
  expect(transaction.text(transaction.section('Overview'))).toContain('Success')
  expect((await read(`/eth/tx/${hash}/raw`)).text('main pre')).toContain(hash)
  const block = await read(`/aptos/block/${demoLedger.aptosBlock}`)
  expect(block.text('nav[aria-label="Kinds of transaction"]')).toContain('All 266')
})

/** That an image from our own origin can be loaded. */
const expectImage = async (source = ''): Promise<void> => {
  const response = await fetch(new URL(source, hosted.server.url))
  expect(response.headers.get('content-type')).toMatch(/^image\//)
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
  expect(new URL(response.url).origin).toBe(hosted.server.url)
}

test('a collection from the hosted service has its name, and images from our origin', async () => {
  const { title, headings, $ } = await read(`/eth/token/${hosted.collection}`)
  expect(headings).toEqual([expect.stringContaining('Harbor Lights')])
  expect(title).toContain('Harbor Lights')
  await expectImage($('.nft-picture img').first().attr('src'))
})

test('an NFT page from the hosted service shows its image and attributes', async () => {
  const page = await read(`/eth/nft/${hosted.collection}/1`)
  expect(page.headings).toEqual([expect.stringContaining('Harbor Light')])
  await expectImage(page.$('img[alt="Harbor Light"]').first().attr('src'))
  expect(page.text(page.section('Attributes'))).toContain('Teal')
})

test.each([
  ['owners of a collection', () => `/eth/token/${hosted.collection}/owners`],
  ['NFTs of a wallet', () => `/eth/address/${hosted.collector}/nfts`],
  ['NFT transfers of a wallet', () => `/eth/address/${hosted.collector}/nft-transfers`],
  ['NFTs that match a search', () => '/eth/nft/search?q=harbor'],
])('the %s are listed from the hosted service', async (_, pathOf) => {
  const { status, main, $ } = await read(pathOf())
  expect(status).toBe(200)
  expect($(`main a[href^="/eth/nft/${hosted.collection}/"]`).length).toBeGreaterThan(0)
  expect(main).toContain(fromHosted)
})

test('a block from the hosted service has its header, its transactions and its NFT transfers', async () => {
  const block = await read('/eth/block/1')
  expect(block.headings).toEqual([expect.stringContaining('Block 1')])
  expect(block.text(block.section('Block'))).toContain('Gas used')
  expect(block.$('[role="row"] a[href^="/eth/tx/"]').length).toBe(1)
  const transfers = await read(block.link('NFT activity'))
  expect(transfers.$(`a[href^="/eth/nft/${hosted.collection}/"]`).length).toBeGreaterThan(0)
})

test.each(['/', '/eth'])('%s has the newest block of the hosted service and its transactions', async (path) => {
  const { texts, $ } = await read(path)
  expect($(`main a[href="/eth/tx/${hosted.hashes[0]}"]`).length).toBeGreaterThan(0)
  expect($('main a[href^="/eth/block/"]').length).toBe(1)
  expect(texts('main h2')).not.toContain('Transactions per day')
})

test('the overview of a wallet has its balance, and says of empty parts that the hosted service returned none', async () => {
  const { text, section } = await read(`/eth/address/${hosted.wallet}`)
  expect(text(section('Holdings'))).toMatch(/ETH\s*9,999\.\d+/)
  expect(text(section('Open approvals'))).toContain('The hosted service returned none.')
})

test('a hash and a block number are found at the hosted service', async () => {
  const [hash = ''] = hosted.hashes
  expect((await read(`/search?q=${hash}`)).url).toBe(`${hosted.server.url}/eth/tx/${hash}`)
  expect((await read('/search?q=1')).$('main').text()).toContain('Block 1')
})

test('an Aptos account of the hosted service opens on its NFT transfers, without tabs that need a node', async () => {
  const { url, texts, main, $ } = await read(`/aptos/account/${aptosNfts.wallet}`)
  expect(url).toMatch(/\/nft-transfers$/)
  expect(texts('nav[aria-label="Account"] a')).toEqual(['NFT transfers'])
  expect($('a[href^="/aptos/token/"]').length).toBeGreaterThan(0)
  expect(main).not.toContain('APTOS_NODE_URL')
})

test('chains that the hosted service does not serve are not offered', async () => {
  const { texts, main } = await read(`/wallet/${hosted.wallet}`)
  expect(texts('fieldset:has(legend:contains("Chains")) button')).toEqual([expect.stringMatching(/^Ethereum/)])
  expect(main).not.toContain('could not be loaded')
  // The only chain that it can be on.
  const { url } = await read(`/search?q=${hosted.wallet}`)
  expect(url).toBe(`${hosted.server.url}/eth/address/${hosted.wallet}`)
})

test.each(['/', '/eth', '/eth/block/1', '/status', '/search?q=1', '/polygon', '/docs/evm/walletTransactions'])(
  'features that need an own index say so, and the page does not fail: %s',
  async (path) => {
    const { status, headings, texts } = await read(path)
    expect(status).toBeLessThan(500)
    expect(headings).toHaveLength(1)
    expect(texts('h1, h2, h3, p')).not.toContain('Something went wrong')
  },
)

test("API clients get the hosted service's responses, but never its key", async () => {
  const read = async (path: string) => {
    const response = await fetch(hosted.server.url + path, { headers: { 'x-api-key': hosted.readerKey } })
    const text = await response.text()
    expect(response.status, path).toBe(200)
    expect(JSON.stringify([...response.headers]) + text, path).not.toContain(demoKey)
    return text
  }
  expect(JSON.parse(await read(`/api/v2/${hosted.wallet}?chain=eth&limit=1`)).result).toHaveLength(1)
  for (const path of ['/api/health', '/api/openapi.json', '/api/metrics']) await read(path)
})

test('while the hosted service is down, pages say so', async () => {
  await hosted.stopUpstream()
  const { status, texts } = await read(`/eth/address/${hosted.wallet}/transactions`)
  expect(status).toBe(200)
  expect(texts('[role="alert"]')).toContainEqual(expect.stringContaining('could not be loaded'))
})

test("no script contains the hosted service's key", () => {
  const folder = join(builtPages(), 'static')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  expect(files.filter((name) => readFileSync(join(folder, name), 'utf8').includes(demoKey))).toEqual([])
})

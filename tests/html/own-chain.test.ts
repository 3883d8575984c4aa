import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type OwnChain, ownChain, startOwnChain } from '#tests/support/own-chain.ts'
import { type HtmlPage, readPage } from './html-page.ts'
import { untilIndexed } from './until-indexed.ts'

/* A devnet of the operator's own by CHAINS_FILE, under the operator's name, logo and colour. */

const startMs = 240_000
const indexedWithinMs = 60_000
let chain: OwnChain
beforeAll(async () => {
  chain = await startOwnChain()
  await untilIndexed(chain.url)
}, startMs)
afterAll(() => chain?.stop())

const read = (path: string): Promise<HtmlPage> => readPage(chain.url + path)
const expectIcon = async (source = ''): Promise<void> => {
  const response = await fetch(new URL(source, chain.url))
  expect(await response.text()).toBe(ownChain.icon)
  expect(response.headers.get('content-type')).toContain('image/svg+xml')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
}

test('its pages show its name, icon, symbol and decimals', async () => {
  const transaction = await read(`/my-chain/tx/${chain.hash}`)
  expect(transaction.texts('main data')).toContain('2.5 MINE')
  const choice = transaction.$('header summary').filter((_, one) => transaction.$(one).text().includes('My Chain'))
  await expectIcon(choice.find('img').attr('src'))
  expect((await read('/my-chain/block/1')).headings).toEqual([expect.stringContaining('1')])
  expect((await read(`/my-chain/address/${chain.sender}`)).main).toContain('2.5 MINE')
  expect((await read('/status')).link('My Chain', 'main')).toContain('/my-chain')
})

test('the API names it by slug and hex id, in responses, errors and the reference', async () => {
  const ask = (path: string) => fetch(`${chain.url}${path}`, { headers: { 'x-api-key': chain.key } })
  for (const name of ['my-chain', 'MY-CHAIN', '0x1092']) {
    const answer = await ask(`/api/v2/transaction/${chain.hash}?chain=${name}`)
    expect(await answer.json()).toMatchObject({ hash: chain.hash, value: '2500000000' })
  }
  const chains = await (await ask('/api/explorer/evm/chains')).json()
  const { decimals } = ownChain
  expect(chains.result).toMatchObject([{ chain: 'my-chain', chain_id: '0x1092', symbol: 'MINE', decimals }])
  expect(await (await ask(`/api/v2/transaction/${chain.hash}?chain=nowhere`)).text()).toContain('my-chain')
  expect(await (await ask('/api/openapi.json')).text()).toContain('"0x1092"')
  expect(await (await ask('/api/health')).text()).toContain('my-chain')
  expect((await read('/docs/evm/walletTransactions')).main).toContain('my-chain')
})

test('its slug before an address is recognised by the search page', async () => {
  const { url } = await read(`/search?q=my-chain:${chain.sender}`)
  expect(url).toBe(`${chain.url}/my-chain/address/${chain.sender.toLowerCase()}`)
})

test("the site has its operator's name, logo and colour", async () => {
  const { title, $, html } = await read('/')
  expect(title).toMatch(/^Mine Scan/)
  const home = $('header a[href="/"]').first()
  expect(home.text()).toContain('Mine Scan')
  await expectIcon(home.find('img').attr('src'))
  expect(html).toMatch(new RegExp(`--accent:[^;]*${ownChain.yellow}`))
  expect($('meta[name="application-name"]').attr('content')).toBe('Mine Scan')
  const manifest = await (await fetch(new URL($('link[rel="manifest"]').attr('href') ?? '', chain.url))).json()
  expect(manifest).toMatchObject({ name: 'Mine Scan', icons: [{ type: 'image/svg+xml' }] })
  await expectIcon(manifest.icons[0].src)
  const preview = await fetch(`${chain.url}/my-chain/block/0.png`)
  expect(preview.headers.get('content-type')).toBe('image/png')
  expect((await read('/docs')).title).toMatch(/Mine Scan$/)
})

test('a devnet that restarts with another genesis block is indexed again', async () => {
  await chain.anvil.rpc('anvil_reset')
  await chain.anvil.rpc('anvil_mine', ['0x2'])
  const { hash } = (await chain.anvil.rpc('eth_getBlockByNumber', ['0x1', false])) as { hash: string }
  await vi.waitFor(
    async () => expect(await (await fetch(`${chain.url}/my-chain/block/1.json`)).text()).toContain(hash),
    { timeout: indexedWithinMs },
  )
})

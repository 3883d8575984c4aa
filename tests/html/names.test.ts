import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EnsChain, startEnsChain } from '#tests/evm/ens/ens-chain.ts'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { demoPages, type HtmlPage, readPage } from './html-page.ts'
import { untilIndexed } from './until-indexed.ts'

/* An explorer over a chain with ENS, with transactions between named accounts. */

const startMs = 240_000
const namedWithinMs = 60_000
const yearSeconds = 31_536_000

const demo = demoPages()
let ens: EnsChain
let server: RunningSpyglass
let ada: `0x${string}`
let lapsed: `0x${string}`
let twin: `0x${string}`
let plain: `0x${string}`
const read = (path: string): Promise<HtmlPage> => readPage(server.url + path)

beforeAll(async () => {
  ens = await startEnsChain()
  ;[ada = '0x', lapsed = '0x', twin = '0x', plain = '0x'] = (await ens.anvil.rpc('eth_accounts')) as `0x${string}`[]
  const now = Math.floor(Date.now() / 1_000)
  for (const [address, name, expiry] of [
    [ada, 'ada.eth', now + yearSeconds],
    [lapsed, 'lapsed.eth', now - yearSeconds],
    [twin, 'vita1ik.eth', now + yearSeconds],
  ] as const) {
    await ens.register(name, { address, expiry })
    await ens.claim(address, name)
  }
  for (const to of [lapsed, twin, plain]) {
    await ens.anvil.rpc('eth_sendTransaction', [{ from: ada, to, value: '0x1' }])
    await ens.anvil.rpc('evm_mine')
  }
  server = await startSpyglass({ NODE_URL_ETH: ens.anvil.url, START_BLOCK_ETH: '0' })
  await untilIndexed(server.url)
}, startMs)
afterAll(async () => {
  await server?.stop()
  await ens?.stop()
})

test('names replace addresses in lists once they are known, with the address one hover away', async () => {
  const titles = async () => {
    const { $ } = await read(`/eth/address/${plain}/transactions`)
    const named = $('[role="row"] a').filter((_, link) => $(link).text() === 'ada.eth')
    return named.toArray().map(({ attribs }) => attribs.title)
  }
  await vi.waitFor(async () => expect(await titles()).toContain(`ada.eth · ${ada}`), { timeout: namedWithinMs })
})

test('the page of an address shows its name, and marks expired names and look-alikes', async () => {
  const headOf = async (address: string) => (await read(`/eth/address/${address}`)).text('main header')
  expect(await headOf(ada)).toContain('ada.eth')
  expect(await headOf(lapsed)).toMatch(/lapsed\.eth.*Expired/)
  expect(await headOf(twin)).toMatch(/vita1ik\.eth.*Look-alike name/)
  // In lists the address stays.
  const { texts } = await read(`/eth/address/${ada}/transactions`)
  expect(texts('main a')).not.toContain('vita1ik.eth')
})

test('searching for a name opens its address, and says why another name leads nowhere', async () => {
  // What takes longer than half a second joins the page instead of opening.
  await expect.poll(async () => (await read('/search?q=Ada.eth')).url).toBe(`${server.url}/eth/address/${ada}`)
  for (const [name, sentence] of [
    ['nobody.eth', 'No address is set for nobody.eth'],
    ['lapsed.eth', 'lapsed.eth expired on'],
    ['vita1ik.eth', 'vita1ik.eth reads like a well-known name'],
  ] as const)
    expect((await read(`/search?q=${name}`)).texts('[role="status"]').join('\n')).toContain(sentence)
})

test('the names of the demo ledger can be searched', async () => {
  await expect
    .poll(async () => (await demo.read('/search?q=ferry-payouts.demo')).url)
    .toBe(`${demo.url}/demo/address/${demoLedger.busiestWallet}`)
})

import { startEnsChain } from '#tests/evm/names/ens-chain.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { expect, test, untilIndexed } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

/** An explorer over a chain with ENS, with transactions between named accounts. */
const startNamedChain = async () => {
  const ens = await startEnsChain()
  const [ada = '0x', lapsed = '0x', twin = '0x', plain = '0x'] = (await ens.anvil.rpc(
    'eth_accounts',
  )) as `0x${string}`[]
  const now = Math.floor(Date.now() / 1_000)
  for (const [address, name, expiry] of [
    [ada, 'ada.eth', now + 31_536_000],
    [lapsed, 'lapsed.eth', now - 31_536_000],
    [twin, 'vita1ik.eth', now + 31_536_000],
  ] as const) {
    await ens.register(name, { address, expiry })
    await ens.claim(address, name)
  }
  for (const to of [lapsed, twin, plain]) {
    await ens.anvil.rpc('eth_sendTransaction', [{ from: ada, to, value: '0x1' }])
    await ens.anvil.rpc('evm_mine')
  }
  const server = await startSpyglass({ NODE_URL_ETH: ens.anvil.url, START_BLOCK_ETH: '0' })
  await untilIndexed(server.url)
  return {
    ...{ url: server.url, ada, lapsed, twin, plain },
    stop: async () => {
      await server.stop()
      await ens.stop()
    },
  }
}

let chain: Awaited<ReturnType<typeof startNamedChain>>
test.beforeAll(async () => {
  chain = await startNamedChain()
})
test.afterAll(() => chain?.stop())

test('names replace addresses in lists once they are known, with the address one hover away', async ({ page }) => {
  const rows = page.getByRole('region', { name: 'Transactions' })
  await expect(async () => {
    await page.goto(`${chain.url}/eth/address/${chain.plain}/transactions`)
    await expect(rows.getByRole('link', { name: 'ada.eth' }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(rows.getByRole('link', { name: 'ada.eth' }).first()).toHaveAttribute('title', `ada.eth · ${chain.ada}`)
})

test('the page of an address shows its name, and marks expired names and look-alikes', async ({ page }) => {
  const heading = page.getByRole('banner').filter({ hasText: 'Wallet' }).or(page.locator('main header').first())
  await page.goto(`${chain.url}/eth/address/${chain.ada}`)
  await expect(heading).toContainText('ada.eth')
  await page.goto(`${chain.url}/eth/address/${chain.lapsed}`)
  await expect(heading).toContainText('lapsed.eth')
  await expect(heading).toContainText('Expired')
  await page.goto(`${chain.url}/eth/address/${chain.twin}`)
  await expect(heading).toContainText('vita1ik.eth')
  await expect(heading).toContainText('Look-alike name')
  // In lists the address stays.
  await page.goto(`${chain.url}/eth/address/${chain.ada}`)
  await expect(page.getByRole('link', { name: 'vita1ik.eth' })).toHaveCount(0)
})

test('searching for a name opens its address, and says why another name leads nowhere', async ({ page }) => {
  await page.goto(`${chain.url}/search?q=Ada.eth`)
  await expect(page).toHaveURL(`${chain.url}/eth/address/${chain.ada}`)
  for (const [name, sentence] of [
    ['nobody.eth', 'No address is set for nobody.eth'],
    ['lapsed.eth', 'lapsed.eth expired on'],
    ['vita1ik.eth', 'vita1ik.eth reads like a well-known name'],
  ] as const) {
    await page.goto(`${chain.url}/search?q=${name}`)
    await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  }
})

test('the names of the demo ledger can be searched', async ({ page, demo }) => {
  await page.goto(`${demo.url}/search?q=ferry-payouts.demo`)
  await expect(page).toHaveURL(`${demo.url}/demo/address/${demoLedger.busiestWallet}`)
})

import { startAnvil } from '#tests/support/anvil.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { expect, test, untilIndexed } from './browser-test.ts'

/** Mira Tolland of the demo ledger: coins, NFTs and approvals. */
const wallet = '0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595'

test('an address opens on what it holds and what changed, with everything else one tab away', async ({
  page,
  demo,
}) => {
  const changes = page.getByRole('region', { name: 'Latest changes' })
  const hidden = changes.getByText('1 transaction hidden: spam')
  // Tokens are rated a moment after they are indexed.
  await expect(async () => {
    await page.goto(`${demo.url}/demo/address/${wallet}`)
    await expect(hidden).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('region', { name: 'Holdings' })).toContainText(/Harbor Coin\s*624\.59/)
  await expect(page.getByText('First funded by')).toBeVisible()

  const nfts = page.getByRole('region', { name: 'NFTs' })
  await expect(nfts.getByRole('listitem')).toHaveCount(8)
  await expect(nfts.getByRole('link', { name: 'See all 56' })).toHaveAttribute('href', `/demo/address/${wallet}/nfts`)

  await expect(changes.getByText('Sent 1.719 ETH to')).toBeVisible()
  await expect(changes.getByRole('listitem')).toHaveCount(9)
  await hidden.click()
  await expect(changes.getByText('Minted 777 CLAIM NOW')).toBeVisible()
  await expect(changes.locator('a[href^="/demo/tx/"]')).toHaveCount(10)

  const approvals = page.getByRole('region', { name: 'Open approvals' })
  await expect(approvals.getByText('unlimited').first()).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)

  await changes.getByRole('link', { name: 'All transactions' }).click()
  await expect(page).toHaveURL(`${demo.url}/demo/address/${wallet}/transactions`)
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible()
})

test('the page as data has every part of the overview', async ({ demo }) => {
  await untilIndexed(demo.url)
  const { kind, data } = await (await fetch(`${demo.url}/demo/address/${wallet}.json`)).json()
  expect(kind).toBe('Wallet')
  expect(data.evmHoldings.answer.tokens.length).toBeGreaterThan(0)
  expect(data.walletHistory.answer.result).toHaveLength(10)
  expect(data.walletNfts.answer.result).toHaveLength(8)
  expect(data.walletApprovals.answer.result.length).toBeGreaterThan(0)
  expect(data['walletTransactions oldest'].answer.result).toHaveLength(1)
})

test('the parts that a node answers fail alone while it is away', async ({ page, stopLater }) => {
  const anvil = await startAnvil()
  stopLater(anvil)
  const server = await startSpyglass({ NODE_URL_LOCAL: anvil.url })
  stopLater(server)
  const [from = '', to = ''] = (await anvil.rpc('eth_accounts')) as string[]
  await anvil.rpc('eth_sendTransaction', [{ from, to, value: '0x9c4' }])
  await expect.poll(async () => (await (await fetch(`${server.url}/api/health`)).json()).chains[0]?.indexed).toBe(1)
  await anvil.stop()
  await page.goto(`${server.url}/local/address/${from.toLowerCase()}`)
  const holdings = page.getByRole('region', { name: 'Holdings' })
  await expect(holdings.getByRole('alert')).toContainText('The balances could not be loaded.')
  await expect(holdings.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest changes' })).toContainText('Sent <0.000001 ETH to')
  await expect(page.getByRole('heading', { level: 1, name: 'Address' })).toBeVisible()
})

test('a part of a chain that is indexed in part never says that there is nothing', async ({ page, stopLater }) => {
  const anvil = await startAnvil()
  stopLater(anvil)
  await anvil.rpc('anvil_mine', ['0x9'])
  const server = await startSpyglass({ NODE_URL_LOCAL: anvil.url, START_BLOCK_LOCAL: '5' })
  stopLater(server)
  await untilIndexed(server.url)
  await page.goto(`${server.url}/local/address/0x${'12'.repeat(20)}`)
  const changes = page.getByRole('region', { name: 'Latest changes' })
  await expect(changes).toContainText('No transactions in the indexed blocks.')
  await expect(changes).toContainText('Indexed from block 5.')
  await expect(page.getByRole('region', { name: 'NFTs' })).toContainText('No NFTs in the indexed blocks.')
  await expect(page.getByRole('region', { name: 'Open approvals' })).toContainText(
    'No approval in the indexed blocks can still be spent.',
  )
})

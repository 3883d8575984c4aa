import { expect, test } from '@playwright/test'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { untilIndexed } from './browser-test.ts'

/* Transactions in the mempool of a devnet that mines on demand. */

let anvil: Anvil
let server: RunningSpyglass
let accounts: string[]

test.beforeAll(async () => {
  anvil = await startAnvil(['--no-mining', '--order', 'fees'])
  accounts = (await anvil.rpc('eth_accounts')) as string[]
  await anvil.rpc('evm_mine')
  server = await startSpyglass({ NODE_URL_LOCAL: anvil.url })
  await untilIndexed(server.url)
})

test.afterAll(async () => {
  await server?.stop()
  await anvil?.stop()
})

const send = async (account: number, gwei: number) =>
  (await anvil.rpc('eth_sendTransaction', [
    {
      from: accounts[account],
      to: accounts[5],
      value: '0x16345785d8a0000',
      nonce: '0x0',
      maxFeePerGas: `0x${(gwei * 1e9).toString(16)}`,
      maxPriorityFeePerGas: '0x3b9aca00',
    },
  ])) as string

test('a pending transaction is followed until it is mined', async ({ page }) => {
  const hash = await send(0, 20)
  await page.goto(`${server.url}/local/tx/${hash}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Pending', { exact: true })).toBeVisible()
  await expect(main.getByText('0.1 ETH')).toBeVisible()
  await expect(main.getByText('20 Gwei')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Logs' })).toBeHidden()
  await anvil.rpc('evm_mine')
  await expect(main.getByText('Success')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Logs' })).toBeVisible()
})

test('a replaced transaction links to the one that was mined, and a dropped one says so', async ({ page }) => {
  const cheap = await send(1, 20)
  await page.goto(`${server.url}/local/tx/${cheap}`)
  await expect(page.getByRole('main').getByText('Pending', { exact: true })).toBeVisible()
  const dear = await send(1, 90)
  await expect(page.getByText('Dropped', { exact: true })).toBeVisible()
  await anvil.rpc('evm_mine')
  await expect(page.getByText('Replaced', { exact: true })).toBeVisible()
  await page.getByRole('main').locator(`a[href$="${dear}"]`).click()
  await expect(page.getByRole('main').getByText('Success')).toBeVisible()
})

test('the list of pending transactions and its sentence follow the pool', async ({ page }) => {
  await page.goto(`${server.url}/local/pending`)
  const main = page.getByRole('main')
  await expect(main.getByText('0 transactions in the pool of the node')).toBeVisible()
  const hash = await send(2, 20)
  await expect(main.locator(`a[href$="${hash}"]`)).toBeVisible()
  await expect(main.getByText('1 transaction in the pool of the node')).toBeVisible()
})

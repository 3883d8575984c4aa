import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type InsideChain, startInsideChain } from '#tests/evm/replay/inside-chain.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { expect, test, untilIndexed } from './browser-test.ts'
import { installEvmWallet } from './evm-wallet.ts'

let chain: InsideChain
let server: RunningSpyglass
let folder: string
const recipient = `0x${'bb'.repeat(20)}`

test.beforeAll(async () => {
  chain = await startInsideChain()
  const { token, vault, proxy, abis } = chain
  folder = mkdtempSync(join(tmpdir(), 'abis-'))
  // The proxy has no ABI of its own: its functions are those of its implementation.
  for (const [address, abi] of [
    [token, abis.token],
    [vault, abis.vault],
  ] as const)
    writeFileSync(join(folder, `${address}.json`), JSON.stringify(abi))
  server = await startSpyglass({ NODE_URL_LOCAL: chain.anvil.url, ABI_DIR: folder })
  await untilIndexed(server.url)
  expect(proxy).toMatch(/^0x/)
})
test.afterAll(async () => {
  await server?.stop()
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const formOf = (page: Page, name: string) =>
  page.locator('li').filter({ has: page.locator(`summary > span:first-child:text-is("${name}")`) })
const open = async (page: Page, name: string) => {
  const form = formOf(page, name)
  await form.locator('summary').click()
  return form
}

test('a call is simulated, signed by the wallet and sent to the chain', async ({ page, context }) => {
  const wallet = await installEvmWallet(context, chain.anvil.rpc, { account: chain.sender })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(`${server.url}/local/address/${chain.token}`)
  await page.getByRole('link', { name: 'Write' }).click()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await expect(page.locator('summary', { hasText: /^balanceOf/ })).toHaveCount(0)
  expect(wallet.asked()).toEqual([])
  const before = scripts.length
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText(`Test wallet: ${chain.sender}`)).toBeVisible()
  // The code that speaks to wallets is loaded now.
  expect(scripts.length).toBeGreaterThan(before)

  let form = await open(page, 'transfer')
  await form.getByRole('textbox').nth(0).fill(recipient)
  await form.getByRole('textbox').nth(1).fill('25')
  await form.getByRole('button', { name: 'Simulate' }).click()
  form = formOf(page, 'transfer')
  const simulation = form.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('Would succeed')
  await expect(simulation).toContainText('+25')
  await expect(simulation).toContainText('sender')
  expect(wallet.asked()).not.toContain('eth_sendTransaction')
  await simulation.getByRole('button', { name: 'Sign in wallet' }).click()
  await expect(simulation.getByText('Sent.')).toBeVisible()
  await chain.anvil.rpc('evm_mine')
  const balance = `0x70a08231${recipient.slice(2).padStart(64, '0')}`
  expect(BigInt(String(await chain.anvil.rpc('eth_call', [{ to: chain.token, data: balance }, 'latest'])))).toBe(25n)
  await untilIndexed(server.url)
  await simulation.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Success')
})

test('a revert is found by the simulation, and nothing can be signed', async ({ page, context }) => {
  const wallet = await installEvmWallet(context, chain.anvil.rpc, { account: chain.sender })
  await page.goto(`${server.url}/local/address/${chain.token}/write`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('Test wallet')).toBeVisible()
  const form = await open(page, 'transfer')
  await form.getByRole('textbox').nth(0).fill(recipient)
  await form.getByRole('textbox').nth(1).fill('9999')
  await form.getByRole('button', { name: 'Simulate' }).click()
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('Would fail')
  await expect(simulation).toContainText('InsufficientBalance')
  await expect(simulation.getByRole('button', { name: 'Sign in wallet' })).toHaveCount(0)
  // The tab connects its wallet again without a prompt.
  await expect(page.getByText('Test wallet')).toBeVisible()
  expect(wallet.asked().filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  expect(wallet.asked()).not.toContain('eth_sendTransaction')
})

test('a payable function of a proxy takes a value; rejecting and another chain are said', async ({ page, context }) => {
  const wallet = await installEvmWallet(context, chain.anvil.rpc, { account: chain.sender, chainId: '0x1' })
  await page.goto(`${server.url}/local/address/${chain.proxy}/write`)
  await wallet.set({ rejects: true })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('You rejected the request in the wallet.')).toBeVisible()
  await wallet.set({ rejects: false })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('Test wallet')).toBeVisible()
  const form = await open(page, 'deposit')
  await form.getByRole('textbox').nth(0).fill(chain.token)
  await form.getByRole('textbox').nth(1).fill('10')
  await form.getByLabel('Value in ETH').fill('1.5')
  await form.getByRole('button', { name: 'Simulate' }).click()
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('Would succeed')
  await expect(simulation).toContainText('-1.5 ETH')
  await expect(simulation.getByText('another chain (chain id 1)')).toBeVisible()
  await simulation.getByRole('button', { name: /^Switch to/ }).click()
  await expect(simulation.getByRole('button', { name: 'Sign in wallet' })).toBeVisible()
  await wallet.set({ rejects: true })
  await simulation.getByRole('button', { name: 'Sign in wallet' }).click()
  await expect(simulation.getByText('You rejected the request in the wallet.')).toBeVisible()
  await wallet.set({ rejects: false })
  await simulation.getByRole('button', { name: 'Sign in wallet' }).click()
  await expect(simulation.getByText('Sent.')).toBeVisible()
  await chain.anvil.rpc('evm_mine')
  const held = await chain.anvil.rpc('eth_getBalance', [chain.proxy, 'latest'])
  expect(BigInt(String(held))).toBe(750_000_000_000_000_000n)
})

test('a wallet that does not know the chain is offered it with the public node', async ({
  page,
  context,
  stopLater,
}) => {
  const wallet = await installEvmWallet(context, chain.anvil.rpc, {
    ...{ account: chain.sender, chainId: '0x1', knownChains: ['0x1'] },
  })
  const call = new URLSearchParams({ function: 'approve(address,uint256)', a0: recipient, a1: '1', from: chain.sender })
  const simulation = page.getByRole('region', { name: 'Simulation' })
  const change = async (url: string) => {
    await page.goto(`${url}/local/address/${chain.token}/write?${call}`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await simulation.getByRole('button', { name: /^Switch to/ }).click()
  }
  await change(server.url)
  await expect(simulation.getByText('The wallet does not know Local devnet (chain id 31337)')).toBeVisible()
  expect(wallet.added()).toEqual([])
  const open = await startSpyglass({
    ...{ NODE_URL_LOCAL: chain.anvil.url, ABI_DIR: folder, PUBLIC_NODE_URL_LOCAL: 'https://node.example/rpc' },
  })
  stopLater(open)
  await untilIndexed(open.url)
  await change(open.url)
  await expect(simulation.getByRole('button', { name: 'Sign in wallet' })).toBeVisible()
  expect(wallet.added()).toEqual([
    {
      chainId: '0x7a69',
      chainName: 'Local devnet',
      nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://node.example/rpc'],
    },
  ])
})

test('without a wallet, a sentence says so and calls are still simulated', async ({ page }) => {
  const call = new URLSearchParams({ function: 'deposit(address,uint256)', a0: chain.token, a1: '1' })
  await page.goto(`${server.url}/local/address/${chain.proxy}/write?${call}`)
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('Would fail')
  await expect(simulation).toContainText('Panic')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('No wallet found.')).toBeVisible()
})

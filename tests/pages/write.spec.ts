import type { Page } from '@playwright/test'
import { deployInside, type InsideChain } from '#tests/evm/trace/replay/inside-chain.ts'
import { demoKey, expect, test, untilIndexed } from './browser-test.ts'
import { publicNode } from './devnet.ts'
import { installEvmWallet } from './evm-wallet.ts'

let chain: InsideChain
let url: string
const recipient = `0x${'bb'.repeat(20)}`

test.beforeAll(async ({ devnet }) => {
  chain = await deployInside(devnet.anvil, devnet.newAccount())
  const { token, vault, abis } = chain
  url = `${devnet.url}/local`
  // The proxy has no ABI of its own: its functions are those of its implementation.
  devnet.addAbi(token, abis.token)
  devnet.addAbi(vault, abis.vault)
  await untilIndexed(devnet.url, await devnet.height())
  for (const address of [token, vault]) {
    const contract = `${devnet.url}/api/explorer/evm/contracts/${address}/code?chain=local`
    const read = async () => await (await fetch(contract, { headers: { 'x-api-key': demoKey } })).json()
    await expect.poll(read).toMatchObject({ abi_source: 'operator' })
  }
})

const formOf = (page: Page, name: string) =>
  page.locator('li').filter({ has: page.locator(`summary > span:first-child:text-is("${name}")`) })
const open = async (page: Page, name: string) => {
  const form = formOf(page, name)
  await form.locator('summary').click()
  return form
}

test('a call is simulated, then signed by the wallet and sent, unless it would fail', async ({ page, context }) => {
  const wallet = await installEvmWallet(context, chain.anvil.rpc, { account: chain.sender })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(`${url}/address/${chain.token}`)
  await page.getByRole('link', { name: 'Contract', exact: true }).click()
  await page.getByRole('link', { name: 'Write' }).click()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await expect(page.locator('summary', { hasText: /^balanceOf/ })).toHaveCount(0)
  expect(wallet.asked()).toEqual([])
  const before = scripts.length
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText(`Test wallet: ${chain.sender}`)).toBeVisible()
  // The code that speaks to wallets is loaded now.
  expect(scripts.length).toBeGreaterThan(before)

  const form = await open(page, 'transfer')
  const simulation = form.getByRole('region', { name: 'Simulation' })
  await form.getByRole('textbox').nth(0).fill(recipient)
  await form.getByRole('textbox').nth(1).fill('9999')
  await form.getByRole('button', { name: 'Simulate' }).click()
  await expect(simulation).toContainText('Would fail')
  await expect(simulation).toContainText('InsufficientBalance')
  await expect(simulation.getByRole('button', { name: 'Sign in wallet' })).toHaveCount(0)
  // The tab connects its wallet again without a prompt.
  await expect(page.getByText('Test wallet')).toBeVisible()
  expect(wallet.asked().filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)

  await form.getByRole('textbox').nth(1).fill('25')
  await form.getByRole('button', { name: 'Simulate' }).click()
  await expect(simulation).toContainText('Would succeed')
  await expect(simulation).toContainText('+25')
  await expect(simulation).toContainText('sender')
  expect(wallet.asked()).not.toContain('eth_sendTransaction')
  await simulation.getByRole('button', { name: 'Sign in wallet' }).click()
  await expect(simulation.getByText('Sent.')).toBeVisible()
  await chain.anvil.rpc('evm_mine')
  const balance = `0x70a08231${recipient.slice(2).padStart(64, '0')}`
  expect(BigInt(String(await chain.anvil.rpc('eth_call', [{ to: chain.token, data: balance }, 'latest'])))).toBe(25n)
  await untilIndexed(new URL(url).origin, Number(await chain.anvil.rpc('eth_blockNumber')))
  await simulation.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Success')
})

test('a payable function of a proxy takes a value; rejecting is said, and a chain that the wallet does not know is offered with the public node', async ({
  page,
  context,
}) => {
  const wallet = await installEvmWallet(context, chain.anvil.rpc, {
    ...{ account: chain.sender, chainId: '0x1', knownChains: ['0x1'] },
  })
  await page.goto(`${url}/address/${chain.proxy}/write`)
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
  expect(wallet.added()).toEqual([])
  await simulation.getByRole('button', { name: /^Switch to/ }).click()
  await expect(simulation.getByRole('button', { name: 'Sign in wallet' })).toBeVisible()
  expect(wallet.added()).toEqual([
    {
      chainId: '0x7a69',
      chainName: 'Local devnet',
      nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
      rpcUrls: [publicNode],
    },
  ])
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

test('without a wallet, a sentence says so and calls are still simulated', async ({ page }) => {
  const call = new URLSearchParams({ function: 'deposit(address,uint256)', a0: chain.token, a1: '1' })
  await page.goto(`${url}/address/${chain.proxy}/write?${call}`)
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('Would fail')
  await expect(simulation).toContainText('Panic')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('No wallet found.')).toBeVisible()
})

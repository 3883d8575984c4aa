import type { Page } from '@playwright/test'
import { accountKinds } from '#tests/account/accounts.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { type SigningNode, startSigningNode } from './aptos-node.ts'
import { expect, test } from './browser-test.ts'
import { installTestWallet } from './test-wallet.ts'

let node: SigningNode
let server: RunningSpyglass
const sent = '696'
const recipient = `0x${'b'.repeat(64)}`

test.beforeAll(async () => {
  node = await startSigningNode(sent)
  server = await startSpyglass({ APTOS_NODE_URL: node.url })
})
test.afterAll(async () => {
  await server?.stop()
  await node?.stop()
})

const modulePath = '/aptos/account/0x1/modules/aptos_account'

const connect = async (page: Page) => {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'Test wallet' }).click()
}

const openForm = async (page: Page) => {
  await page.getByText('Simulate', { exact: true }).first().click()
  await page.getByLabel('#0').fill(recipient)
}

const simulate = async (page: Page, amount: string) => {
  await page.getByLabel('#1').fill(amount)
  await page.getByRole('button', { name: 'Simulate' }).click()
}

test('a call is simulated with the key of the wallet, signed and sent by it unless it would abort, and followed until committed', async ({
  page,
  context,
}) => {
  const account = accountKinds.Ed25519()
  const given: unknown[] = []
  const wallet = await installTestWallet(context, [account], { chainId: 2 }, async (_, input) => {
    given.push(input)
    return node.hash
  })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(server.url + modulePath, { waitUntil: 'networkidle' })
  const before = scripts.length
  await connect(page)
  // The wallet adapter is loaded now.
  expect(scripts.length).toBeGreaterThan(before)
  await expect(page.getByText(`Test wallet: ${account.address} on Aptos testnet`)).toBeVisible()
  await openForm(page)
  await simulate(page, '250')

  const simulation = page.getByRole('status').filter({ hasText: 'nothing was sent' })
  await expect(simulation).toContainText('Would succeed')
  await expect(simulation).toContainText('-0.0000025')
  await expect(simulation).toContainText('1 event')
  expect(node.simulated).toMatchObject([
    { sender: account.address, signature: { type: 'ed25519_signature', public_key: account.publicKey } },
  ])
  await expect(page.getByText('Test wallet is on Aptos testnet, and this page shows Aptos mainnet')).toBeVisible()
  const button = page.getByRole('button', { name: 'Sign and send' })
  await expect(button).toHaveCount(0)
  await wallet.set(page, { chainId: 1 })
  await expect(button).toBeVisible()

  await simulate(page, '1000000')
  await expect(simulation).toContainText('Would fail')
  await expect(simulation).toContainText('Not enough coins')
  await expect(button).toHaveCount(0)

  await simulate(page, '250')
  for (const [decision, title] of [
    ['reject', 'The wallet rejected the request'],
    ['close', 'The wallet was closed'],
  ] as const) {
    await wallet.set(page, { decision })
    await button.click()
    await expect(page.getByRole('alert').getByText(title)).toBeVisible()
  }
  expect(given).toEqual([])
  await wallet.set(page, { decision: 'approve' })
  await button.click()
  await expect(page.getByText('Sent by Test wallet.')).toBeVisible()
  expect(given).toEqual([
    {
      payload: {
        function: '0x1::aptos_account::transfer',
        typeArguments: [],
        functionArguments: [recipient, '250'],
      },
    },
  ])

  await page.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByText('Not yet known to the node')).toBeVisible()
  node.state = 'pending'
  await expect(page.getByText('It waits in the mempool')).toBeVisible()
  node.state = 'committed'
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sent)
})

test('a wallet on another network is asked to switch, and the call can be signed then', async ({ page, context }) => {
  const wallet = await installTestWallet(context, [accountKinds.Ed25519()], { chainId: 2, changesNetwork: true })
  await page.goto(server.url + modulePath)
  await connect(page)
  await expect(page.getByText('on Aptos testnet', { exact: false }).first()).toBeVisible()
  await openForm(page)
  await simulate(page, '250')
  const change = page.getByRole('button', { name: 'Switch to Aptos mainnet' })
  await wallet.set(page, { decision: 'reject' })
  await change.click()
  await expect(page.getByRole('alert').getByText('The wallet rejected the request')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign and send' })).toHaveCount(0)
  await wallet.set(page, { decision: 'approve' })
  await change.click()
  await expect(page.getByRole('button', { name: 'Sign and send' })).toBeVisible()
  await expect(change).toHaveCount(0)
})

test('another account of the wallet must be simulated again, and the page says when a wallet cannot send', {
  tag: '@full',
}, async ({ page, context }) => {
  const accounts = [accountKinds.Ed25519(), accountKinds['SingleKey of Ed25519']()]
  const wallet = await installTestWallet(context, accounts, { submitVersion: '1.0.0' })
  await page.goto(server.url + modulePath)
  await connect(page)
  await expect(page.getByText('on Aptos mainnet', { exact: false }).first()).toBeVisible()
  await openForm(page)
  await simulate(page, '250')
  await expect(page.getByText('Test wallet cannot send transactions by itself')).toBeVisible()
  await wallet.set(page, { account: 1 })
  await expect(page.getByText(`Press Simulate again to use ${accounts[1]?.address}`)).toBeVisible()
})

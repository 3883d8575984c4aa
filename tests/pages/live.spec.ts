import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type FaultyRpc, startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { expect, test, untilDrawn, untilIndexed } from './browser-test.ts'

/*
 * Someone works on a local devnet with the explorer open beside it. The tests follow one another: one node's life.
 */
test.describe.configure({ mode: 'serial' })

let anvil: Anvil
/** Placeholder for the node's address, which stays when the node is restarted. */
let address: FaultyRpc
let server: RunningSpyglass
let sender: string
let recipient: string

test.beforeAll(async () => {
  anvil = await startAnvil()
  const current = { node: anvil.transport() }
  renewNode = (next) => {
    current.node = next.transport()
    anvil = next
  }
  address = await startFaultyRpc({ ...current.node, send: (calls, signal) => current.node.send(calls, signal) })
  ;[sender = '', recipient = ''] = (await anvil.rpc('eth_accounts')) as string[]
  server = await startSpyglass({ NODE_URL_LOCAL: address.url })
  await untilIndexed(server.url)
})
test.afterAll(async () => {
  await server.stop()
  await address.stop()
  if (isUp) await anvil.stop()
})

let isUp = true
let renewNode: (next: Anvil) => void = () => {}
const send = (wei: number): Promise<string> =>
  anvil.rpc('eth_sendTransaction', [{ from: sender, to: recipient, value: `0x${wei.toString(16)}` }]) as Promise<string>
const walletUrl = () => `${server.url}/local/address/${sender}/transactions`
const rowOf = (hash: string) => `[role=row] a[href="/local/tx/${hash}"]`

let saidWhileDown: string[] = []
let replaced: string
let kept: string

test('a new transaction appears on the open page of its wallet', async ({ page }) => {
  await page.goto(walletUrl())
  await expect(page.getByText('This address has no transactions.')).toBeVisible()
  const first = await send(1)
  await expect(page.locator(rowOf(first))).toBeVisible()
  const second = await send(2)
  await expect(page.locator(rowOf(second))).toBeVisible()
  await expect(page.locator('[role=row] a[href^="/local/tx/"]').first()).toHaveAttribute('href', `/local/tx/${second}`)
  kept = second
})

test('new blocks and transactions appear on the home page', async ({ page }) => {
  await page.goto(server.url)
  const hash = await send(3)
  await expect(page.locator(`a[href="/local/tx/${hash}"]`)).toBeVisible()
})

test('code that loads after newer figures came begins with the figures of the document', { tag: '@full' }, async ({
  page,
}) => {
  const document = await (await fetch(`${server.url}/local`)).text()
  const newer = Promise.withResolvers<void>()
  await page.route('**/evm/chains', async (route) => {
    const answer = await (await route.fetch()).json()
    for (const state of answer.result) state.finalized_block = '987'
    await route.fulfill({ json: answer })
    newer.resolve()
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    if (!document.includes(new URL(route.request().url()).pathname)) {
      await newer.promise
      await untilDrawn(page)
    }
    await route.continue()
  })
  await page.goto(`${server.url}/local`)
  await expect(page.getByLabel('Figures').getByText('block 987')).toBeVisible()
})

test('a transaction removed by a reorg disappears, and its replacement appears', async ({ page, watch }) => {
  const snapshot = await anvil.rpc('evm_snapshot')
  replaced = await send(4)
  await page.goto(walletUrl())
  await expect(page.locator(rowOf(replaced))).toBeVisible()

  await anvil.rpc('evm_revert', [snapshot])
  const replacement = await send(5)
  await anvil.rpc('anvil_mine', ['0x2'])
  await expect(page.locator(rowOf(replacement))).toBeVisible()
  await page.reload()
  await expect(page.locator(rowOf(replacement))).toBeVisible()
  await expect(page.locator(rowOf(replaced))).toHaveCount(0)
  await expect(page.locator(rowOf(kept))).toBeVisible()

  watch.allow(404)
  expect((await page.goto(`${server.url}/local/tx/${replaced}`))?.status()).toBe(404)
})

test('while the node is down, pages use the index and show its age', async ({ page }) => {
  await anvil.stop()
  isUp = false
  await page.goto(walletUrl())
  await expect(page.locator(rowOf(kept))).toBeVisible()
  const age = /block 0 to \d+\s*,\s*\d+ \w+ ago/
  await expect(page.getByRole('main')).toContainText(age)
  // The node is tried for a while before its silence counts.
  await expect(page.getByRole('main')).toContainText('Indexing has stopped')
  await expect(page.getByRole('main')).toContainText(age)

  await page.goto(`${server.url}/local/tx/${kept}`)
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Success')
  await page.goto(`${server.url}/status`)
  await expect(page.getByRole('main')).toContainText('Stopped')
  saidWhileDown = [await page.content(), await (await page.request.get(`${server.url}/api/health`)).text()]
})

test('a restarted devnet replaces the old one', { tag: '@full' }, async ({ page }) => {
  renewNode(await startAnvil())
  isUp = true
  const hash = await send(6)
  await page.goto(walletUrl())
  await expect(page.locator(rowOf(hash))).toBeVisible()
  await page.reload()
  await expect(page.locator(rowOf(kept))).toHaveCount(0)
  await page.locator('summary', { hasText: 'history' }).click()
  await expect(page.getByText(/Indexed block 0 to \d+/)).toBeVisible()
})

test("an indexing error was shown without the node's URL", () => {
  expect(saidWhileDown).toHaveLength(2)
  for (const text of saidWhileDown) expect(text).not.toContain(new URL(address.url).host)
})

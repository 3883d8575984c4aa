import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type InsideChain, startInsideChain } from '#tests/evm/trace/replay/inside-chain.ts'
import { readPage } from '#tests/html/html-page.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { apiTest, expect, test, untilIndexed, untilInteractive } from './browser-test.ts'

let chain: InsideChain
let server: RunningSpyglass
let folder: string
let deposit: string

test.beforeAll(async () => {
  chain = await startInsideChain()
  const { token, vault, proxy, abis } = chain
  folder = mkdtempSync(join(tmpdir(), 'abis-'))
  const ofContracts = { [token]: abis.token, [vault]: abis.vault, [proxy]: abis.vault }
  for (const [address, abi] of Object.entries(ofContracts))
    writeFileSync(join(folder, `${address}.json`), JSON.stringify(abi))
  deposit = await chain.call(proxy, abis.vault, 'deposit', [token, 100n], 8n)
  server = await startSpyglass({ NODE_URL_LOCAL: chain.anvil.url, ABI_DIR: folder })
  await untilIndexed(server.url)
})
test.afterAll(async () => {
  await server?.stop()
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a transaction is run again with a change, and the URL carries it', async ({ page }) => {
  await page.goto(`${server.url}/local/tx/${deposit}`)
  await page.getByRole('link', { name: 'Simulate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Simulate' })).toBeVisible()
  await expect(page.getByText('Simulated, not a real transaction')).toBeVisible()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Would succeed')
  await expect(result).toContainText('shares')
  await expect(page.getByLabel('Or before transaction')).toHaveValue(deposit)
  // This node runs transactions after whole blocks only.
  await expect(result).toContainText('at the start of the next block')
  const calls = page.getByRole('region', { name: 'Calls' })
  await calls.getByRole('tree').scrollIntoViewIfNeeded()
  await expect(calls.getByRole('treeitem')).toHaveCount(8)
  await untilInteractive(calls.getByRole('treeitem').first())
  await calls.getByRole('link', { name: /^transferFrom/ }).click()
  await expect(page.getByRole('dialog')).toContainText('transferFrom(address,address,uint256)')
  await expect(page.getByRole('dialog')).toContainText('Returned')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'State changes' })).toContainText('proven by its hash')

  const before = await chain.anvil.rpc('eth_blockNumber')
  await page.getByLabel('From').fill(`0x${'aa'.repeat(20)}`)
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect(result).toContainText('value is more than the sender has')
  await page.getByLabel('Balance of the sender').fill('1')
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect(result).toContainText('Would fail')
  await expect(result).toContainText('Panic')
  const shared = page.url()
  const sent = await readPage(shared)
  expect(sent.text(sent.section('Result'))).toContain('Would fail')
  expect(await chain.anvil.rpc('eth_blockNumber')).toBe(before)
})

test('from nothing: a function is chosen and filled in, and its error decoded', async ({ page }) => {
  await page.goto(`${server.url}/local/simulate`)
  await page.getByLabel('From').fill(chain.sender)
  await page.getByLabel('To', { exact: true }).fill(chain.token)
  await page.getByRole('button', { name: 'Simulate' }).click()
  await page.getByLabel('Function').selectOption('transfer(address,uint256)')
  await page.getByRole('button', { name: 'Simulate' }).click()
  await page.getByRole('textbox', { name: /^to ?address$/ }).fill(`0x${'bb'.repeat(20)}`)
  await page.getByRole('textbox', { name: /^value ?uint256$/ }).fill('700')
  await page.getByRole('button', { name: 'Simulate' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Would succeed')
  const changes = page.getByRole('region', { name: 'Balance changes' })
  await expect(changes).toContainText('-700')
  await expect(changes).toContainText('+700')
  await page.getByRole('textbox', { name: /^value ?uint256$/ }).fill('70000')
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect(result).toContainText('Would fail')
  await expect(result).toContainText('InsufficientBalance')
  await expect(changes).toContainText('No balance would change')
})

test('calldata of 100 kB is kept by the server, and the URL stays short', { tag: '@full' }, async ({ page }) => {
  await page.goto(`${server.url}/local/simulate?to=0x${'bb'.repeat(20)}`)
  const calldata = page.getByLabel('Calldata, or the code of a new contract')
  await untilInteractive(calldata)
  const simulate = async (bytes: number) => {
    await calldata.fill(`0x${'ab'.repeat(bytes)}`)
    await page.getByRole('button', { name: 'Simulate' }).click()
  }
  await simulate(131_073)
  await expect(page.getByText('The calldata has more than 131,072 bytes.')).toBeVisible()
  await simulate(100_000)
  await expect(page.getByLabel('Long calldata, kept by this server')).toHaveValue(/^0x[0-9a-f]{64}$/)
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Would succeed')
  expect(page.url().length).toBeLessThan(300)
  await page.getByLabel('Gas limit').fill('9000000')
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect(page).toHaveURL(/data_id=0x[0-9a-f]{64}.*gas=9000000/)
  await expect(result).toContainText('of 9,000,000')
  const forgotten = await readPage(`${server.url}/local/simulate?to=${chain.token}&data_id=0x${'12'.repeat(32)}`)
  expect(forgotten.text(forgotten.section('Result'))).toContain('paste the calldata again')
})

apiTest('bad input names its field, and hostile text renders as text', async () => {
  const simulated = (query: string) => readPage(`${server.url}/local/simulate?${query}`)
  const amount = await simulated(`to=${chain.token}&value=lots`)
  expect(amount.text('main [role=alert]')).toContain('value must be an amount such as 0.5')
  const data = await simulated(`to=${chain.token}&data=0x123`)
  expect(data.text(data.section('Result'))).toContain('data is not calldata')
  const hostile = await simulated(`from=${chain.sender}&to=${chain.proxy}&function=withdraw(uint256)&a0=1`)
  expect(hostile.text(hostile.section('Result'))).toContain('<b>closed</b>')
  expect(hostile.$('main b')).toHaveLength(0)
})

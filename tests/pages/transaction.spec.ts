import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const pathOf = (hash: string) => `/demo/tx/${hash}`

test('a transaction shows what it did, to the last digit', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(demoLedger.nestedCalls))
  const facts = page.getByRole('region', { name: 'Overview' })
  await expect(facts).toContainText('Success')
  await expect(facts).toContainText('0.811 ETH')
  // 130,853 gas at 11.364747745 Gwei.
  await expect(facts).toContainText('0.001487111336676485 ETH')
})

test('a failed transaction says so, and that its value was not transferred', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(demoLedger.failedTransaction))
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Failed')
})

test('a token transfer shows its logs with all topics', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(demoLedger.tokenTransfer))
  await page.getByRole('link', { name: /^Logs/ }).click()
  const logs = page.getByRole('region', { name: 'Logs' }).getByRole('listitem')
  await expect(logs).toHaveCount(1)
  // keccak256("Transfer(address,address,uint256)")
  await expect(logs).toContainText('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
})

test('the list of a block names the methods that its transactions call', async ({ page, demo }) => {
  const { answer } = (await (await fetch(`${demo.url}/demo/block/${demoLedger.block}.json`)).json()).data
    .evmBlockTransactions
  const names = answer.result.flatMap(({ method }: { method: { label: string } | null }) => method?.label ?? [])
  expect(names.length).toBeGreaterThan(0)
  await page.goto(`${demo.url}/demo/block/${demoLedger.block}`)
  const list = page.getByRole('table', { name: 'Transactions' })
  for (const name of new Set<string>(names)) await expect(list.getByText(name, { exact: true }).first()).toBeVisible()
})

test('internal transactions are traced on request, in order and with their depth', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(demoLedger.nestedCalls))
  await page.getByRole('link', { name: 'Internal' }).click()
  await expect(page).toHaveURL(`${demo.url}${pathOf(demoLedger.nestedCalls)}/internal`)
  const calls = page.getByRole('region', { name: 'Internal transactions' }).getByRole('listitem')
  await expect(calls.first()).toContainText(/CALL/)
  expect(await calls.count()).toBeGreaterThan(2)
})

test('a contract creation links to the new contract', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(demoLedger.contractCreation))
  const facts = page.getByRole('region', { name: 'Overview' })
  await expect(facts).toContainText('Created contract')
  await facts.locator('a[href^="/demo/address/"]').last().click()
  await expect(page.getByRole('heading', { level: 1, name: /^(Contract|Token)$/ })).toBeVisible()
})

test('the API record is one click away, without a key', async ({ page, demo }) => {
  await page.goto(`${demo.url}${pathOf(demoLedger.nestedCalls)}/raw`)
  const shown = JSON.parse(await page.getByRole('main').locator('pre').innerText())
  await page.getByRole('link', { name: 'Open in the API' }).click()
  await expect(page).toHaveURL(/\/api\/v2\/transaction\//)
  expect(JSON.parse(await page.locator('pre').innerText())).toEqual(shown)
})

test('the copy button copies the full value, not the shortened one', async ({ page, context, demo }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(demo.url + pathOf(demoLedger.nestedCalls))
  await page.getByRole('button', { name: 'Copy transaction hash' }).first().click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(demoLedger.nestedCalls)
})

test('a block links to its neighbours by key and by button', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/block/${demoLedger.block}`)
  await expect(page.getByRole('heading', { name: `Block ${demoLedger.block}` })).toBeVisible()
  await untilInteractive(page.getByRole('link', { name: 'Next block' }))
  await page.keyboard.press(']')
  await expect(page).toHaveURL(`${demo.url}/demo/block/26`)
  await expect(page.getByRole('heading', { name: 'Block 26' })).toBeVisible()
  await page.keyboard.press('[')
  await expect(page.getByRole('heading', { name: 'Block 25' })).toBeVisible()
  await page.getByRole('link', { name: 'Previous block' }).click()
  await expect(page.getByRole('heading', { name: 'Block 24' })).toBeVisible()
})

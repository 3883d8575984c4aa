import type { Page } from '@playwright/test'
import { encodeFunctionData, type Hex } from 'viem'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { demoKey, expect, test, untilIndexed } from './browser-test.ts'
import { type SolidityChain, startSolidityChain } from './solidity-chain.ts'

/* What a developer does with a contract of a devnet: giving its ABI, reading several functions, looking at its storage. */

const sources = {
  'src/Ledger.sol': {
    content: `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Ledger {
    struct Entry { uint64 since; bool isOpen; address owner; }
    uint256 private secretNumber = 4242;
    string public title = "<b>Ledger</b>";
    mapping(address => uint256) private amounts;
    mapping(uint256 => Entry) private entries;
    uint256[] private list;
    function zorgleflux(address who) external view returns (uint256) { return amounts[who]; }
    function brumplequix(uint256 a, uint256 b) external pure returns (uint256) { return a * b; }
    function put(address who, uint256 amount) external {
        amounts[who] = amount;
        entries[7] = Entry(uint64(amount), true, who);
        list.push(amount);
    }
}
`,
  },
}
const holder = `0x${'cd'.repeat(20)}`

let chain: SolidityChain
let server: RunningSpyglass
let verified: string
let unverified: string
/** The block after which the verified contract has its first amount. */
let earlier: string

test.beforeAll(async () => {
  chain = await startSolidityChain(sources, 'src/Ledger.sol')
  verified = await chain.deploy('Ledger')
  unverified = await chain.deploy('Ledger')
  for (const to of [verified, unverified]) await put(to, 31n)
  earlier = String(BigInt(String(await chain.anvil.rpc('eth_blockNumber'))))
  await put(verified, 77n)
  server = await startSpyglass({
    NODE_URL_LOCAL: chain.anvil.url,
    SOURCIFY_URL: '',
    API_KEYS: `operator:${demoKey}`,
  })
  await untilIndexed(server.url)
  await chain.verify(server.url, 'Ledger', verified)
})
test.afterAll(async () => {
  await server?.stop()
  await chain?.anvil.stop()
})

const put = async (to: string, amount: bigint): Promise<void> => {
  const args: [Hex, bigint] = [`0x${holder.slice(2)}`, amount]
  const data = encodeFunctionData({ abi: chain.abiOf('Ledger'), functionName: 'put', args })
  await chain.anvil.rpc('eth_sendTransactionSync', [{ from: chain.sender, to, data }])
}
const pageOf = (address: string, tab: string) => `${server.url}/local/address/${address}/${tab}`
const functionOf = (page: Page, name: string) =>
  page.locator('li').filter({ has: page.locator(`summary > span:first-child:text-is("${name}")`) })

test('a visitor gives an ABI, which is marked as not proven, and the operator removes it', async ({ page, watch }) => {
  await page.goto(pageOf(unverified, 'code'))
  const content = page.getByRole('main')
  await content.getByRole('button', { name: 'Give its ABI' }).click()
  await content.getByLabel('ABI, or an artifact with it').fill('{"nothing": 1}')
  watch.allow(400)
  await content.getByRole('button', { name: 'Give ABI' }).click()
  await expect(content.getByText('abi is not an ABI')).toBeVisible()
  const abi = [
    ...chain.abiOf('Ledger'),
    { type: 'function', name: 'inventedOne', inputs: [], outputs: [], stateMutability: 'view' },
  ]
  await content.getByLabel('Or a JSON file').setInputFiles({
    name: 'Ledger.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ contractName: 'Ledger', abi })),
  })
  await content.getByRole('button', { name: 'Give ABI' }).click()
  const given = content.getByRole('region', { name: 'ABI', exact: true })
  await expect(given).toContainText('Not proven')
  await expect(given).toContainText('A visitor of this site gave this ABI')
  await expect(given).toContainText('zorgleflux')
  // The bytecode does not have it.
  await expect(given).not.toContainText('inventedOne')

  await page.getByRole('link', { name: 'Read', exact: true }).click()
  const form = functionOf(page, 'zorgleflux')
  await expect(form.getByText('not proven', { exact: true })).toBeVisible()
  await form.locator('summary').click()
  await form.getByRole('textbox').fill(holder)
  await form.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(functionOf(page, 'zorgleflux').getByRole('status')).toContainText('31')

  const remove = async (key: string) => {
    const url = `${server.url}/api/explorer/evm/contracts/${unverified}/abi/remove?chain=local`
    return await fetch(url, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ chain: 'local' }),
    })
  }
  expect(await (await remove(demoKey)).json()).toMatchObject({ is_removed: true })
  await page.goto(pageOf(unverified, 'code'))
  await expect(content.getByRole('button', { name: 'Give its ABI' })).toBeVisible()
  await expect(content.getByText('zorgleflux')).toHaveCount(0)
})

test('several functions are read at one block, kept in the URL and removed one by one', async ({ page }) => {
  await page.goto(pageOf(verified, 'read'))
  const read = async (name: string, values: readonly string[]) => {
    const form = functionOf(page, name)
    if (!(await form.getByRole('textbox').first().isVisible())) await form.locator('summary').click()
    for (const [place, value] of values.entries()) await form.getByRole('textbox').nth(place).fill(value)
  }
  await read('zorgleflux', [holder])
  await functionOf(page, 'zorgleflux').getByRole('button', { name: 'Read', exact: true }).click()
  await expect(functionOf(page, 'zorgleflux').getByRole('status')).toContainText('77')
  await read('brumplequix', ['6', '7'])
  await functionOf(page, 'brumplequix').getByRole('button', { name: 'Read, and keep other calls' }).click()
  await expect(functionOf(page, 'brumplequix').getByRole('status')).toContainText('42')
  const kept = page.getByRole('region', { name: 'Kept calls' })
  await expect(kept.locator('ul > li').filter({ hasText: `zorgleflux(${holder})` })).toContainText('77')

  await read('brumplequix', ['11', '11'])
  await functionOf(page, 'brumplequix').getByRole('button', { name: 'Read, and keep other calls' }).click()
  await expect(functionOf(page, 'brumplequix').getByRole('status')).toContainText('121')
  await expect(kept.locator('ul > li')).toHaveCount(2)
  await expect(kept).toContainText('brumplequix(6, 7)')
  await page.reload()
  await expect(kept.locator('ul > li')).toHaveCount(2)

  await kept.locator('li', { hasText: 'zorgleflux' }).getByRole('link', { name: 'Remove' }).click()
  await expect(kept.locator('ul > li')).toHaveCount(1)
  await expect(kept).toContainText('42')
  await kept.getByRole('link', { name: 'Remove' }).click()
  await expect(kept).toHaveCount(0)
  await expect(functionOf(page, 'brumplequix').getByRole('status')).toContainText('121')
})

test('storage shows private variables, entries by key, and their values at an earlier block', async ({ page }) => {
  await page.goto(pageOf(verified, 'storage'))
  const variables = page.getByRole('region', { name: 'Variables' })
  await expect(variables.getByRole('row', { name: /^secretNumber/ })).toContainText('4242')
  await expect(variables.getByRole('row', { name: /^title/ })).toContainText('<b>Ledger</b>')
  expect(await page.locator('main b').count()).toBe(0)
  await expect(variables.getByRole('row', { name: /^amounts/ })).toContainText('by key')
  await expect(variables.getByRole('row', { name: /^list/ })).toContainText('2 elements')

  await page.getByLabel('Mapping or list').selectOption('amounts')
  await page.getByLabel('Keys, separated by commas').fill(holder)
  await page.getByRole('button', { name: 'Read' }).click()
  const entry = page.getByRole('region', { name: 'Entry' }).first()
  await expect(entry).toContainText('77')
  await page.getByLabel('After block').fill(earlier)
  await page.getByRole('button', { name: 'Read' }).click()
  await expect(entry).toContainText('31')
  await expect(variables.getByRole('row', { name: /^list/ })).toContainText('1 element')

  await page.getByLabel('Mapping or list').selectOption('entries')
  await page.getByLabel('Keys, separated by commas').fill('7')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect(entry.getByRole('row', { name: /isOpen/ })).toContainText('true')
  await page.getByLabel('Keys, separated by commas').fill('seven')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('keys has a key')
})

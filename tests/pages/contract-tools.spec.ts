import type { Page } from '@playwright/test'
import { encodeFunctionData, type Hex } from 'viem'
import { type HtmlPage, readPage } from '#tests/html/html-page.ts'
import { apiTest, demoKey, expect, test, untilIndexed } from './browser-test.ts'
import { type DeployedSources, deployedSources } from './deployed-sources.ts'
import type { Devnet } from './devnet.ts'

/* What a developer does with a contract: giving its ABI, reading several functions, looking at its storage. */

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

let made: DeployedSources
let url: string
let verified: string
let unverified: string
/** The block after which the verified contract has its first amount. */
let earlier: string

test.beforeAll(async ({ devnet }) => {
  made = deployedSources(devnet, sources, 'src/Ledger.sol')
  url = devnet.url
  verified = await made.deploy('Ledger')
  unverified = await made.deploy('Ledger')
  for (const to of [verified, unverified]) await put(devnet, to, 31n)
  earlier = String(await devnet.height())
  await put(devnet, verified, 77n)
  await untilIndexed(url, await devnet.height())
  await made.verify('Ledger', verified)
})

const put = async ({ anvil }: Devnet, to: string, amount: bigint): Promise<void> => {
  const args: [Hex, bigint] = [`0x${holder.slice(2)}`, amount]
  const data = encodeFunctionData({ abi: made.abiOf('Ledger'), functionName: 'put', args })
  await anvil.rpc('eth_sendTransactionSync', [{ from: made.sender, to, data }])
}
const pageOf = (address: string, tab: string) => `${url}/local/address/${address}/${tab}`
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
    ...made.abiOf('Ledger'),
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
    const place = `${url}/api/explorer/evm/contracts/${unverified}/abi/remove?chain=local`
    return await fetch(place, {
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

/** Reads a page of this site. Empty fields of a form are left out of its URL by a redirect. */
const read = async (path: string): Promise<HtmlPage> => {
  const page = await readPage(new URL(path, url).href)
  const [, next] = page.$('meta[http-equiv=refresh]').attr('content')?.split('url=') ?? []
  return next === undefined ? page : await read(next)
}

apiTest('several functions are read at one block, kept in the URL and removed one by one', async () => {
  const place = (name: string) => `li:has(> details > summary > span:first-child:contains("${name}"))`
  const statusOf = (page: HtmlPage, name: string) => page.text(`${place(name)} [role=status]`)
  const keptCalls = 'section:has(h2:contains("Kept calls")) ul > li'
  const keptOf = (page: HtmlPage) => page.texts(keptCalls)
  const submit = (page: HtmlPage, name: string, values: object, button: string) =>
    read(page.submit(`${place(name)} form`, { ...values }, button))
  const keep = 'Read, and keep other calls'

  const first = await submit(await read(pageOf(verified, 'read')), 'zorgleflux', { a0: holder }, 'Read')
  expect(statusOf(first, 'zorgleflux')).toContain('77')
  const second = await submit(first, 'brumplequix', { a0: '6', a1: '7' }, keep)
  expect(statusOf(second, 'brumplequix')).toContain('42')
  const [kept = '', ...others] = keptOf(second)
  expect(others).toEqual([])
  expect(kept).toContain(`zorgleflux(${holder})`)
  expect(kept).toContain('77')

  const third = await submit(second, 'brumplequix', { a0: '11', a1: '11' }, keep)
  expect(statusOf(third, 'brumplequix')).toContain('121')
  expect(keptOf(third)).toHaveLength(2)
  expect(keptOf(third).join()).toContain('brumplequix(6, 7)')

  const remove = (page: HtmlPage, of: string) => read(page.link('Remove', `${keptCalls}:contains("${of}")`))
  const fourth = await remove(third, 'zorgleflux')
  expect(keptOf(fourth)).toEqual([expect.stringContaining('42')])
  const last = await remove(fourth, 'brumplequix')
  expect(keptOf(last)).toEqual([])
  expect(statusOf(last, 'brumplequix')).toContain('121')
})

apiTest('storage shows private variables, entries by key, and their values at an earlier block', async () => {
  const page = await read(pageOf(verified, 'storage'))
  const variable = (from: HtmlPage, name: string) =>
    from
      .rows(from.section('Variables'))
      .find(([shown]) => shown === name)
      ?.join(' ')
  expect(variable(page, 'secretNumber')).toContain('4242')
  expect(variable(page, 'title')).toContain('<b>Ledger</b>')
  expect(page.$('main b')).toHaveLength(0)
  expect(variable(page, 'amounts')).toContain('by key')
  expect(variable(page, 'list')).toContain('2 elements')

  const submit = async (values: Record<string, string>) =>
    await read(page.submit('main form:has(#storage-keys)', values))
  const entry = (from: HtmlPage) => from.rows(from.section('Entry')).map((cells) => cells.join(' '))
  const amounts = { variable: 'amounts', keys: holder }
  expect(entry(await submit(amounts)).join()).toContain('77')
  const before = await submit({ ...amounts, block: earlier })
  expect(entry(before).join()).toContain('31')
  expect(variable(before, 'list')).toContain('1 element')
  const entries = entry(await submit({ variable: 'entries', keys: '7' }))
  expect(entries).toContainEqual(expect.stringMatching(/isOpen.*true/))
  const wrong = await submit({ variable: 'entries', keys: 'seven' })
  expect(wrong.text('main [role=alert]')).toContain('keys has a key')
})

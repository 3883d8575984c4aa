import { expect, test } from '@playwright/test'
import { bundledSolc } from '#lib/evm/verify/compile/solc-versions.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { untilIndexed } from './browser-test.ts'
import { type SolidityChain, startSolidityChain } from './solidity-chain.ts'

/* A devnet with contracts that are verified as build tools do, one of them by a hostile author. */

const hostile = '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">'
const padding = Array.from({ length: 1_200 }, (_, line) => `// line ${line}`).join('\n')
const sources = {
  'src/Main.sol': {
    content: `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import "./lib/Sums.sol";

/// @title ${hostile}
contract Main {
    string public label = ${JSON.stringify(hostile)};
    constructor(uint256 supply, address owner) {}
    /// @notice Adds two numbers. <b>Free</b>
    /// @dev In a library.
    /// @param a The first number
    function sum(uint256 a, uint256 b) external pure returns (uint256) { return Sums.add(a, b); }
}
contract Proxy {
    event Upgraded(address indexed implementation);
    constructor(address to) {
        emit Upgraded(to);
        assembly { sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, to) }
    }
    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if done { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }
}
`,
  },
  'src/lib/Sums.sol': {
    content: `library Sums { function add(uint256 a, uint256 b) internal pure returns (uint256) { return a + b; } }\n${padding}\n`,
  },
  'src/<img src=x onerror=alert(1)>.sol': { content: 'contract Other {}\n' },
}
const owner = `0x${'ab'.repeat(20)}`

let chain: SolidityChain
let server: RunningSpyglass
let main: string
let proxy: string
let unverified: string

test.beforeAll(async () => {
  chain = await startSolidityChain(sources, 'src/Main.sol')
  main = await chain.deploy('Main', [7n, owner])
  unverified = await chain.deploy('Main', [8n, owner])
  proxy = await chain.deploy('Proxy', [main])
  server = await startSpyglass({ NODE_URL_LOCAL: chain.anvil.url, SOURCIFY_URL: '' })
  await untilIndexed(server.url)
  await chain.verify(server.url, 'Main', main)
  // The same code was verified for one address only.
  await chain.anvil.rpc('anvil_mine', ['0x1'])
})
test.afterAll(async () => {
  await server?.stop()
  await chain?.anvil.stop()
})

const codeOf = (address: string, query = '') => `${server.url}/local/address/${address.toLowerCase()}/code${query}`

test('shows sources, settings, arguments, ABI and bytecode of a verified contract', async ({ page }) => {
  await page.goto(codeOf(main))
  const content = page.getByRole('main')
  const facts = content.getByRole('region', { name: 'Verified source code' })
  await expect(facts).toContainText('Exact match by this server, sent through the Sourcify API')
  await expect(facts).toContainText('On, 77 runs')
  await expect(facts).toContainText('MIT')
  await expect(facts).toContainText('supply')
  await expect(content.getByRole('region', { name: 'ABI', exact: true })).toContainText('"type": "constructor"')
  await expect(content.getByRole('region', { name: 'Deployed bytecode' })).toContainText('ipfs://Qm')
  const shown = content.getByRole('region', { name: 'src/Main.sol' })
  await expect(shown.locator('.k').first()).toBeVisible()
  await expect(shown).toContainText(`/// @title ${hostile}`)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('shows what verified sources say about functions, as text', async ({ page }) => {
  await page.goto(codeOf(main))
  const documentation = page.getByRole('region', { name: 'Documentation' })
  await expect(documentation.getByRole('listitem')).toHaveCount(1)
  await expect(documentation).toContainText('sum(uint256,uint256) pure')
  await expect(documentation).toContainText('Adds two numbers. <b>Free</b>')
  await expect(documentation).toContainText('In a library.')
  await expect(documentation).toContainText('Takes a: The first number')
  expect(await page.locator('main b').count()).toBe(0)
  await page.goto(codeOf(unverified))
  await expect(page.getByRole('region', { name: 'Functions found in the bytecode' })).toBeVisible()
  await expect(documentation).toHaveCount(0)
})

test('links imports, files and lines in the URL', async ({ page }) => {
  await page.goto(codeOf(main))
  const content = page.getByRole('main')
  await content.getByRole('link', { name: './lib/Sums.sol' }).click()
  const shown = content.getByRole('region', { name: 'src/lib/Sums.sol' })
  await expect(shown).toContainText('library Sums')
  await expect(page).toHaveURL(/file=src%2Flib%2FSums\.sol$/)
  await content.getByRole('link', { name: '12', exact: true }).click()
  await content.getByRole('link', { name: '20', exact: true }).click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/lines=12-20$/)
  await page.reload()
  await expect(content.locator('.source-numbers .on')).toHaveCount(9)
  await expect(content.locator('#L12')).toBeInViewport()
  await page.goto(codeOf(main, '?file=src%2Flib%2FSums.sol&lines=1100'))
  await expect(content.locator('#L1100')).toBeInViewport()
  await expect(content.getByText('Lines 1,001 to 1,201 of 1,201')).toBeVisible()
  await page.goto(codeOf(main, '?lines=x'))
  await expect(content.getByText('lines is not a range of lines such as 12-20.')).toBeVisible()
  await page.goto(codeOf(main, '?file=nowhere.sol'))
  await expect(content).toContainText('file is not a file of this contract')
})

test('lists the upgrades of a proxy on its Contract tab, and says where it searched', async ({ page }) => {
  await page.goto(`${server.url}/local/address/${proxy}/contract`)
  const upgrades = page.getByRole('region', { name: 'Upgrades', exact: true })
  await expect(upgrades.getByText(/^By its events in blocks 0 to \d+\.$/)).toBeVisible()
  await expect(upgrades.getByRole('row')).toHaveCount(2)
  await expect(upgrades.getByRole('row').last().getByTitle(main)).toBeVisible()
})

test('shows the code that a proxy runs, and its own', async ({ page }) => {
  await page.goto(codeOf(proxy))
  const content = page.getByRole('main')
  await expect(content.getByRole('region', { name: 'Whose code is shown' })).toContainText('the code that it runs')
  await expect(content.getByRole('region', { name: 'Verified source code' })).toBeVisible()
  await content.getByRole('link', { name: "The proxy's own code" }).click()
  await expect(content.getByRole('region', { name: 'Whose code is shown' })).toContainText('its own code')
  await expect(content).toContainText('not verified here')
})

test('shows functions and bytecode of a contract that is not verified', async ({ page }) => {
  await page.goto(codeOf(unverified))
  const content = page.getByRole('main')
  await expect(content.getByRole('region', { name: 'Functions found in the bytecode' })).toContainText('2 functions')
  await expect(content.getByRole('region', { name: 'Deployed bytecode' })).toContainText('Solidity 0.8.')
})

test('an account without code is said not to be a contract', async ({ page }) => {
  await page.goto(codeOf(owner))
  await expect(page.getByRole('main')).toContainText('it is not a contract')
})

test('disassembles code in parts', async ({ page }) => {
  await page.goto(codeOf(unverified))
  const content = page.getByRole('main')
  await content.getByRole('link', { name: 'Disassemble' }).click()
  const shown = content.getByRole('region', { name: 'Disassembly' })
  await expect(shown).toContainText('000000  PUSH1')
  await expect(shown).toContainText(/Instructions 1 to \d+ of \d+/)
  await page.goto(codeOf(unverified, '?instructions=100'))
  await shown.getByRole('link', { name: 'First part' }).click()
  await expect(page).toHaveURL(/instructions=0#disassembly$/)
  await page.goto(codeOf(unverified, '?instructions=x'))
  await expect(shown).toContainText('from_offset is not a whole number')
})

test('a contract is verified by the form, which shows what the compiler said', async ({ page }) => {
  await page.goto(codeOf(unverified))
  const content = page.getByRole('main')
  await content.getByRole('button', { name: 'Verify this contract' }).click()
  const files = content.getByLabel('Standard JSON input, a build-info')
  const choose = async (value: object) =>
    await files.setInputFiles({
      name: 'input.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(value)),
    })
  await choose({ nothing: 1 })
  await expect(content.getByText('input.json is neither standard JSON input')).toBeVisible()

  const broken = { 'src/Main.sol': { content: 'contract Main { uint256 x = ; }' } }
  await choose({ language: 'Solidity', sources: broken })
  await content.getByLabel('Compiler version').fill(bundledSolc().version)
  await content.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(content.locator('form pre')).toContainText('ParserError')

  await choose(chain.standardJson)
  await content.getByLabel('Contract, by its file').fill('src/Main.sol:Main')
  await content.getByRole('button', { name: 'Verify', exact: true }).click()
  const facts = content.getByRole('region', { name: 'Verified source code' })
  await expect(facts).toContainText('Exact match by this server')
  await expect(facts).toContainText('8')
})

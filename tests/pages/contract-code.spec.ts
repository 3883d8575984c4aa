import { bundledSolc } from '#lib/evm/verification/solc-versions.ts'
import { readPage } from '#tests/html/html-page.ts'
import { apiTest, expect, test, untilIndexed } from './browser-test.ts'
import { type DeployedSources, deployedSources } from './deployed-sources.ts'

/* Contracts that are verified as build tools do, one of them by a hostile author. */

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

let made: DeployedSources
let url: string
let main: string
let proxy: string
let unverified: string

test.beforeAll(async ({ devnet }) => {
  made = deployedSources(devnet, sources, 'src/Main.sol')
  url = `${devnet.url}/local`
  main = await made.deploy('Main', [7n, owner])
  unverified = await made.deploy('Main', [8n, owner])
  proxy = await made.deploy('Proxy', [main])
  await untilIndexed(devnet.url, await devnet.height())
  await made.verify('Main', main)
  // The same code was verified for one address only.
  await devnet.anvil.rpc('anvil_mine', ['0x1'])
})

const codeOf = (address: string, query = '') => `${url}/address/${address}/code${query}`
const readCode = (address: string, query = '') => readPage(codeOf(address, query))

apiTest('shows sources, settings, arguments, ABI and bytecode of a verified contract', async () => {
  const page = await readCode(main)
  const facts = page.text(page.section('Verified source code'))
  expect(facts).toContain('Exact match by this server, sent through the Sourcify API')
  expect(facts).toContain('On, 77 runs')
  expect(facts).toContain('MIT')
  expect(facts).toContain('supply')
  expect(page.text(page.section('ABI'))).toContain('"type": "constructor"')
  expect(page.text(page.section('Deployed bytecode'))).toContain('ipfs://Qm')
  const shown = page.section('src/Main.sol')
  expect(page.$(`${shown} .k`)).not.toHaveLength(0)
  expect(page.text(shown)).toContain(`/// @title ${hostile}`)
})

apiTest('shows what verified sources say about functions, as text', async () => {
  const page = await readCode(main)
  const documentation = page.section('Documentation')
  const [said = '', ...others] = page.texts(`${documentation} li`)
  expect(others).toEqual([])
  expect(said).toContain('sum(uint256,uint256) pure')
  expect(said).toContain('Adds two numbers. <b>Free</b>')
  expect(said).toContain('In a library.')
  expect(said).toContain('Takes a: The first number')
  expect(page.$('main b')).toHaveLength(0)
})

test('links imports, files and lines in the URL, and runs nothing of the sources', async ({ page }) => {
  await page.goto(codeOf(main))
  const content = page.getByRole('main')
  await expect(content.getByRole('region', { name: 'src/Main.sol' })).toContainText(`/// @title ${hostile}`)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
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
})

apiTest('says which part of the URL is not a file or a range of lines', async () => {
  const lines = await readCode(main, '?lines=x')
  expect(lines.main).toContain('lines is not a range of lines such as 12-20.')
  const file = await readCode(main, '?file=nowhere.sol')
  expect(file.main).toContain('file is not a file of this contract')
})

apiTest('lists the upgrades of a proxy on its Contract tab, and says where it searched', async () => {
  const page = await readPage(`${url}/address/${proxy}/contract`)
  const upgrades = page.section('Upgrades')
  expect(page.texts(`${upgrades} p`)).toContainEqual(expect.stringMatching(/^By its events in blocks 0 to \d+\.$/))
  expect(page.rows(upgrades)).toHaveLength(1)
  expect(page.$(`${upgrades} [title="${main}"]`)).not.toHaveLength(0)
})

apiTest('shows the code that a proxy runs, and its own', async () => {
  const page = await readCode(proxy)
  const whose = page.section('Whose code is shown')
  expect(page.text(whose)).toContain('the code that it runs')
  expect(page.text(page.section('Verified source code'))).toContain('Exact match')
  const own = await readPage(new URL(page.link("The proxy's own code", 'main'), url).href)
  expect(own.text(own.section('Whose code is shown'))).toContain('its own code')
  expect(own.main).toContain('not verified here')
})

apiTest('shows functions and bytecode of a contract that is not verified, and no documentation', async () => {
  const page = await readCode(unverified)
  expect(page.text(page.section('Functions found in the bytecode'))).toContain('2 functions')
  expect(page.text(page.section('Deployed bytecode'))).toContain('Solidity 0.8.')
  expect(() => page.section('Documentation')).toThrow()
})

apiTest('an account without code is said not to be a contract', async () => {
  expect((await readCode(owner)).main).toContain('it is not a contract')
})

apiTest('disassembles code in parts', async () => {
  const page = await readCode(unverified)
  const first = await readPage(new URL(page.link('Disassemble', 'main'), url).href)
  const shown = first.text(first.section('Disassembly'))
  expect(shown).toContain('000000 PUSH1')
  expect(shown).toMatch(/Instructions 1 to \d+ of \d+/)
  const later = await readCode(unverified, '?instructions=100')
  expect(later.link('First part', later.section('Disassembly'))).toMatch(/instructions=0#disassembly$/)
  const wrong = await readCode(unverified, '?instructions=x')
  expect(wrong.text(wrong.section('Disassembly'))).toContain('from_offset is not a whole number')
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

  await choose(made.standardJson)
  await content.getByLabel('Contract, by its file').fill('src/Main.sol:Main')
  await content.getByRole('button', { name: 'Verify', exact: true }).click()
  const facts = content.getByRole('region', { name: 'Verified source code' })
  await expect(facts).toContainText('Exact match by this server')
  await expect(facts).toContainText('8')
})

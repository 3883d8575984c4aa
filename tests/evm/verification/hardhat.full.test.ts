import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configurationFor, exampleChainId } from '#tests/evm/etherscan/client-configurations.ts'
import { testClient } from '#tests/evm/etherscan/client-table.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { counterSource } from './counter.ts'

/* hardhat-verify's own commands, as docs/verification.md shows them, against a real server, worker and node. */

const chain = exampleChainId

let folder: string
let anvil: Anvil
let server: RunningApiServer

/** The npm compiler, instead of one that Hardhat would download. */
const compilers = [
  {
    version: '0.8.37',
    path: createRequire(import.meta.url).resolve('solc/soljson.js'),
    settings: { optimizer: { enabled: true, runs: 1_000 } },
  },
]

const configuration = (): string => {
  const networks = { devnet: { type: 'http', url: anvil.url } }
  return `import verifyPlugin from '@nomicfoundation/hardhat-verify'
const project = {
  ${configurationFor('hardhat', server.url)}
}
export default {
  plugins: [verifyPlugin],
  ...${JSON.stringify({ solidity: { compilers }, networks })},
  ...project,
  verify: { ...project.verify, sourcify: { apiUrl: '${server.url}/sourcify' } },
}
`
}

/** In place of Hardhat's own chain, which is not used here: npm installs its native part with Node 22 or newer only. */
const noChain = 'module.exports = {}'

const hardhat = async (...args: string[]): Promise<string> => {
  const command = resolve('node_modules/hardhat/dist/src/cli.js')
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      HOME: folder,
      NAPI_RS_NATIVE_LIBRARY_PATH: join(folder, 'no-chain.cjs'),
      XDG_CACHE_HOME: folder,
      HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
      NO_COLOR: '1',
    },
  })
  return stdout
}

/** Deploys what Hardhat built, with 7 as the argument of the constructor. */
const deploy = async (): Promise<string> => {
  const artifact = readFileSync(join(folder, 'artifacts/contracts/Counter.sol/Counter.json'), 'utf8')
  const { bytecode } = JSON.parse(artifact)
  const [from] = (await anvil.rpc('eth_accounts')) as string[]
  const data = `${bytecode}${'7'.padStart(64, '0')}`
  const receipt = await anvil.rpc('eth_sendTransactionSync', [{ from, data }])
  return (receipt as { contractAddress: string }).contractAddress
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-hardhat-'))
  anvil = await startAnvil(['--chain-id', String(chain)])
  server = await startApiServer({ NODE_URL_LOCAL: anvil.url, SOURCIFY_URL: '', RATE_LIMIT_ANONYMOUS: '1000' })
  mkdirSync(join(folder, 'contracts'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'hardhat.config.js'), configuration())
  writeFileSync(join(folder, 'contracts/Counter.sol'), counterSource)
  writeFileSync(join(folder, 'no-chain.cjs'), noChain)
  await hardhat('build', '--build-profile', 'production')
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await anvil?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const verifyBy = async (provider: string): Promise<void> => {
  const address = await deploy()
  const verified = await hardhat('verify', provider, '--network', 'devnet', address, '7')
  expect(verified).toContain('Contract verified successfully')
  if (provider !== 'sourcify') expect(verified).toContain(`${server.url}/local/address/${address}#code`)
  const found = await fetch(`${server.url}/sourcify/v2/contract/${chain}/${address}`)
  expect(await found.json()).toMatchObject({ match: 'exact_match', runtimeMatch: 'exact_match' })
  expect(await hardhat('verify', provider, '--network', 'devnet', address, '7')).toContain('already been verified')
}

test('hardhat verifies a contract by sourcify', { timeout: 120_000 }, () => verifyBy('sourcify'))

testClient('hardhat', {
  'hardhat verify etherscan': () => verifyBy('etherscan'),
  'hardhat verify blockscout': () => verifyBy('blockscout'),
})

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Abi } from 'viem'
import { afterAll, beforeAll, expect } from 'vitest'
import { content, file } from '#tests/evm/verification/deployments.ts'
import { type FoundryHome, startFoundryHome } from '#tests/evm/verification/foundry-home.ts'
import { configurationFor, exampleChainId } from './client-configurations.ts'
import { type ClientDevnet, startClientDevnet } from './client-devnet.ts'
import { testClient } from './client-table.ts'

/* cast and wagmi's CLI themselves, against a real server, worker and node, without keys: any is accepted. */

let devnet: ClientDevnet
let home: FoundryHome
/** With an argument of its constructor: cast expects one of 32 bytes for each. */
let counter: Awaited<ReturnType<ClientDevnet['deployCounter']>>
beforeAll(async () => {
  devnet = await startClientDevnet({ environment: { API_KEYS: '' } })
  home = await startFoundryHome()
  writeFileSync(join(home.folder, 'foundry.toml'), configurationFor('foundry', devnet.server.url))
  await devnet.verify('Vault')
  counter = await devnet.deployCounter()
  await devnet.verify('Counter', counter)
}, 180_000)
afterAll(async () => {
  await devnet?.stop()
  home?.stop()
})

const cast = (command: string, ...args: string[]) =>
  home.run('cast', command, '--chain', String(exampleChainId), ...args)
const onNode = () => ['--rpc-url', devnet.anvil.url]
const vault = () => devnet.addressOf('Vault')
const vaultOf = (text: string) => text.slice(text.indexOf('contract Vault {'))

const source = (...args: string[]) => {
  const { url } = devnet.server
  return cast('source', '--explorer-api-url', `${url}/local/api`, '--explorer-url', `${url}/local`, ...args)
}

testClient('cast', {
  'cast source': async () => {
    expect(await source(vault())).toContain(vaultOf(content).trim())
    expect(await source('--flatten', vault())).toContain('contract Vault {')
    const folder = join(home.folder, 'sources')
    await source('-d', folder, vault())
    expect(readFileSync(join(folder, 'Vault', file), 'utf8')).toBe(content)
  },
  'cast source, unverified': async () => {
    await expect(source(devnet.addressOf('Counter'))).rejects.toThrow(/Contract source code not verified/i)
  },
  'cast interface': async () => {
    const printed = await cast('interface', vault())
    expect(printed).toContain('interface Vault {')
    expect(printed).toContain('function quote(uint256 amount) external view returns (uint256, bytes32);')
  },
  'cast creation-code': async () => {
    const print = async (...args: string[]) =>
      (await cast('creation-code', ...onNode(), ...args, counter.address)).trim()
    expect(await print()).toBe(counter.created)
    expect(await print('--without-args')).toBe(counter.code)
    expect(await print('--only-args')).toBe(`0x${counter.argument}`)
  },
  'cast constructor-args': async () => {
    expect(await cast('constructor-args', ...onNode(), counter.address)).toBe(`0x${counter.argument} → Uint(7, 256)\n`)
  },
  'cast artifact': async () => {
    const path = join(home.folder, 'artifact.json')
    await cast('artifact', ...onNode(), '-o', path, counter.address)
    const { abi, bytecode } = JSON.parse(readFileSync(path, 'utf8'))
    expect((abi as Abi).map((item) => 'name' in item && item.name)).toContain('increment')
    expect(bytecode.object).toBe(counter.code)
  },
  'cast storage': async () => {
    const printed = await cast('storage', ...onNode(), vault())
    expect(printed).toMatch(/label\s*\|\s*string\s*\|\s*0/)
  },
})

/** A folder with wagmi's CLI, which generates the ABI of a contract. */
const generate = async (address: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-wagmi-'))
  try {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'wagmi.config.js'), configurationFor('wagmi', devnet.server.url, address))
    const command = resolve('node_modules/@wagmi/cli/dist/esm/cli.js')
    const env = { ...process.env, HOME: folder, NO_COLOR: '1' }
    const { stdout } = await promisify(execFile)(process.execPath, [command, 'generate'], { cwd: folder, env })
    const written = join(folder, 'abis.js')
    return existsSync(written) ? readFileSync(written, 'utf8') : stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

testClient('wagmi', {
  'wagmi generate': async () => {
    const written = await generate(vault())
    expect(written).toContain('export const vaultAbi = [')
    expect(written).toContain("name: 'ownerFee'")
  },
  'wagmi generate, unverified': async () => {
    await expect(generate(devnet.addressOf('Counter'))).rejects.toThrow(/Contract source code not verified/)
  },
})

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type ContractName, content, file } from '#tests/evm/verification/deployments.ts'
import { type FoundryHome, startFoundryHome } from '#tests/evm/verification/foundry-home.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { configurationFor, exampleChainId } from './client-configurations.ts'
import { type ClientDevnet, startClientDevnet } from './client-devnet.ts'
import { testClient } from './client-table.ts'

/* forge's own commands for explorers, against a real server, worker and node. It waits 15 seconds between two looks at a verification. */

/** The first account of every anvil. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const vaultValues = ['0x00000000000000000000000000000000000000aa', '250', 'a label of more than thirty-two characters']
/** The same, encoded: they end the creation code. */
const vaultArguments = () => devnet.deployed.get('Vault')?.input.slice(-6 * 64) ?? ''

let devnet: ClientDevnet
let home: FoundryHome
/** What forge deployed, with its own settings. */
const deployed = new Map<ContractName, string>()
beforeAll(async () => {
  devnet = await startClientDevnet()
  home = await startFoundryHome()
  mkdirSync(join(home.folder, dirname(file)))
  writeFileSync(join(home.folder, file), content)
  configure()
  await create('Sums')
  configure(`libraries = ["${file}:Sums:${deployed.get('Sums')}"]\n`)
  for (const name of ['Basket', 'Counter', 'Factory'] as const) await create(name)
  await create('Vault', '--constructor-args', ...vaultValues)
}, 180_000)
afterAll(async () => {
  await devnet?.stop()
  home?.stop()
})

const configure = (libraries = '') =>
  writeFileSync(
    join(home.folder, 'foundry.toml'),
    `[profile.default]\noffline = true\n${libraries}\n${configurationFor('foundry', devnet.server.url)}`,
  )
const create = async (name: ContractName, ...args: string[]): Promise<void> => {
  const signed = [...onNode(), '--private-key', privateKey, '--broadcast']
  const printed = await home.run('forge', 'create', `${file}:${name}`, ...signed, ...args)
  deployed.set(name, /Deployed to: (0x[0-9a-fA-F]{40})/.exec(printed)?.[1]?.toLowerCase() ?? printed)
}
const addressOf = (name: ContractName): string => deployed.get(name) ?? 'none'
const forge = (command: string, ...args: string[]) =>
  home.run('forge', command, '--chain', String(exampleChainId), ...args)
const explorer = () => {
  const door = ['--verifier-url', `${devnet.server.url}/local/api`, '--etherscan-api-key', apiKey]
  return ['--verifier', 'etherscan', ...door]
}
const onNode = () => ['--rpc-url', devnet.anvil.url]
const verify = (name: ContractName, ...args: string[]) =>
  forge(
    ...(['verify-contract', ...explorer(), ...onNode(), '--compiler-version', home.release] as const),
    ...args,
    ...[addressOf(name), `${file}:${name}`],
  )
const guidOf = (printed: string): string => /GUID: `([^`]+)`/.exec(printed)?.[1] ?? printed

const matchOf = async (name: ContractName): Promise<unknown> => {
  const url = `${devnet.server.url}/sourcify/v2/contract/${exampleChainId}/${addressOf(name)}`
  return (await (await fetch(url)).json()).match
}

testClient('forge', {
  'forge verify-contract --watch': async () => {
    const vault = await verify('Vault', '--constructor-args', vaultArguments(), '--watch')
    expect(vault).toContain('Contract successfully verified')
    expect(vault).toContain(`${devnet.server.url}/local/address/${addressOf('Vault')}`)
    expect(await verify('Basket', '--watch')).toContain('Contract successfully verified')
    expect([await matchOf('Vault'), await matchOf('Basket')]).toEqual(['exact_match', 'exact_match'])
  },
  'forge verify-contract --flatten --watch': async () => {
    expect(await verify('Counter', '--flatten', '--watch')).toContain('Contract successfully verified')
    expect(await matchOf('Counter')).toMatch(/match$/)
    const linked = await verify('Basket', '--flatten', '--skip-is-verified-check', '--watch')
    expect(linked).toContain('Contract successfully verified')
  },
  'forge verify-contract, verified': async () => {
    expect(await verify('Vault', '--constructor-args', vaultArguments())).toContain('is already verified')
  },
  'forge verify-check': async () => {
    const guid = guidOf(await verify('Factory', '--watch'))
    expect(await forge('verify-check', ...explorer(), guid)).toContain('Pass - Verified')
    await expect(forge('verify-check', ...explorer(), 'no-such-id')).rejects.toThrow(/Unknown UID/)
  },
  'forge verify-bytecode': async () => {
    const printed = await forge(
      ...(['verify-bytecode', ...explorer(), ...onNode(), addressOf('Vault'), 'Vault'] as const),
      ...['--constructor-args', ...vaultValues],
    )
    expect(printed).toContain('Creation code matched with status full')
    expect(printed).toContain('Runtime code matched with status full')
  },
  'forge clone': async () => {
    const project = join(home.folder, 'cloned')
    await forge('clone', '--no-git', addressOf('Vault'), project)
    expect(readFileSync(join(project, file), 'utf8')).toBe(content)
    expect(readFileSync(join(project, 'foundry.toml'), 'utf8')).toContain('optimizer = false')
    expect(JSON.parse(readFileSync(join(project, '.clone.meta'), 'utf8'))).toMatchObject({
      targetContract: 'Vault',
      address: addressOf('Vault'),
      creationTransaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      constructorArguments: `0x${vaultArguments()}`,
    })
  },
})

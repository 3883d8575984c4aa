import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Hex, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createArtifactContracts, createArtifactFolder } from '#lib/evm/verification/artifact-folder.ts'
import { readBuild } from '#lib/evm/verification/known-sources.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { apiKey, startApiServer } from '#tests/support/api-server.ts'
import {
  type ContractName,
  compileAll,
  content,
  type Deployed,
  deployAll,
  file,
  settingsByName,
} from './deployments.ts'

const settings = settingsByName.optimised
const project = mkdtempSync(join(tmpdir(), 'spyglass-artifacts-'))
let anvil: Anvil
let deployed: Map<ContractName, Deployed>

beforeAll(async () => {
  anvil = await startAnvil(['--chain-id', '4243'])
  deployed = await deployAll(anvil, settings)
}, 60_000)
afterAll(async () => {
  await anvil?.stop()
  rmSync(project, { recursive: true, force: true })
})

const write = (path: string, value: unknown): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), typeof value === 'string' ? value : JSON.stringify(value))
}

/** What Foundry writes. */
const writeFoundry = (folder: string, text = content): void => {
  write(file, text)
  for (const [name, { abi, metadata, storageLayout, evm }] of compileAll(settings, text)) {
    const { bytecode, deployedBytecode } = evm
    const withPrefix = <T extends { object: string }>(code: T) => ({ ...code, object: `0x${code.object}` })
    const artifact = { abi, bytecode: withPrefix(bytecode), deployedBytecode: withPrefix(deployedBytecode) }
    write(`${folder}/contracts.sol/${name}.json`, { ...artifact, rawMetadata: metadata, storageLayout, id: 0 })
  }
}

/** What Hardhat 3 writes. */
const writeHardhat = (folder: string): void => {
  for (const [contractName, { abi, evm }] of compileAll(settings)) {
    const { bytecode, deployedBytecode } = evm
    write(`${folder}/contracts/${file}/${contractName}.json`, {
      _format: 'hh3-artifact-1',
      contractName,
      sourceName: file,
      abi,
      bytecode: `0x${bytecode.object}`,
      deployedBytecode: `0x${deployedBytecode.object}`,
      linkReferences: bytecode.linkReferences,
      deployedLinkReferences: deployedBytecode.linkReferences,
      immutableReferences: deployedBytecode.immutableReferences,
      buildInfoId: 'solc-0_8-build',
    })
  }
  const input = { language: 'Solidity', sources: { [file]: { content } }, settings }
  write(`${folder}/build-info/solc-0_8-build.json`, { solcLongVersion: '0.8.37+commit.f401782d', input })
}

const warnings: string[] = []
const log = { warn: (_: object, text: string) => void warnings.push(text) }

const deployedCodes = () => new Map<Hex, Hex>([...deployed.values()].map(({ address, runtime }) => [address, runtime]))

const open = (folder: string, now = () => Date.now(), codes = deployedCodes()) =>
  createArtifactContracts(createArtifactFolder(join(project, folder), log, now), async () => codes, now)

const addressOf = (name: ContractName): Hex => {
  const address = deployed.get(name)?.address
  if (!address) throw new Error(`${name} is not deployed`)
  return address
}

describe.each([
  ['Foundry', 'out', () => writeFoundry('out')],
  ['Hardhat', 'artifacts', () => writeHardhat('artifacts')],
] as const)('artifacts of %s', (_, folder, build) => {
  test('are found by the code of contracts, immutables and libraries aside', async () => {
    build()
    const contracts = open(folder)
    for (const name of ['Counter', 'Vault', 'Sums', 'Basket', 'Proxy', 'Factory'] as const)
      expect((await contracts.artifactOf(1, addressOf(name)))?.artifact.name, name).toBe(name)
    expect(
      [...(contracts.find(1, addressOf('Counter'))?.functions.values() ?? [])].flat().map(({ name }) => name),
    ).toContain('increment')
    expect(await contracts.artifactOf(1, `0x${'11'.repeat(20)}`)).toBeUndefined()
  })

  test('lead to the sources that they were built from', async () => {
    const found = await open(folder).artifactOf(1, addressOf('Vault'))
    if (!found) throw new Error('not found')
    expect(await readBuild(join(project, folder), found.artifact)).toMatchObject({
      sources: { [file]: content },
      language: 'Solidity',
      compilerVersion: expect.stringContaining('0.8.37'),
      settings: { optimizer: { enabled: true } },
    })
  })
})

describe('a folder that changes', () => {
  test('sources that were edited since the build are not shown as those of the contract', async () => {
    writeFoundry('edited/out')
    write(`edited/${file}`, `${content}// later`)
    rmSync(join(project, 'src'), { recursive: true, force: true })
    const found = await open('edited/out').artifactOf(1, addressOf('Vault'))
    if (!found) throw new Error('not found')
    expect((await readBuild(join(project, 'edited/out'), found.artifact))?.sources).toEqual({})
  })

  test('a rebuilt and redeployed contract is found with the next look, a second later', async () => {
    writeFoundry('rebuilt/out')
    const address = addressOf('Counter')
    const codes = deployedCodes()
    let now = 0
    const contracts = open('rebuilt/out', () => now, codes)
    const namesOf = async () => {
      await contracts.learn(1, [address])
      return [...(contracts.find(1, address)?.functions.values() ?? [])].flat().map(({ name }) => name)
    }
    expect(await namesOf()).toContain('increment')
    const text = content.replaceAll('increment', 'advance')
    writeFoundry('rebuilt/out', text)
    codes.set(address, `0x${compileAll(settings, text).get('Counter')?.evm.deployedBytecode.object}`)
    expect(await namesOf()).toContain('increment')
    now += 1_000
    expect(await namesOf()).toContain('advance')
  })

  test('broken and foreign files are skipped, and logged once', async () => {
    writeFoundry('broken/out')
    write('broken/out/Broken.sol/Broken.json', '{"abi": [')
    write('broken/out/other.json', { abi: 'none' })
    let now = 0
    const contracts = open('broken/out', () => now)
    warnings.length = 0
    for (let round = 0; round < 3; round++) {
      now += 2_000
      write('broken/out/Broken.sol/Broken.json', `{"abi": [${' '.repeat(round)}`)
      expect((await contracts.artifactOf(1, addressOf('Vault')))?.artifact.name).toBe('Vault')
    }
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('Broken.json cannot be read')
    rmSync(join(project, 'broken/out'), { recursive: true })
    now += 2_000
    expect(await contracts.artifactOf(1, addressOf('Vault'))).toBeUndefined()
  })
})

test('a running server decodes a contract once it is built, and when it is rebuilt and redeployed', {
  timeout: 120_000,
}, async () => {
  mkdirSync(join(project, 'dev/out'), { recursive: true })
  const server = await startApiServer({
    NODE_URL_LOCAL: anvil.url,
    ARTIFACTS_DIR: join(project, 'dev/out'),
    SOURCIFY_URL: '',
  })
  try {
    for (const [text, method] of [
      [content, 'increment'],
      [content.replaceAll('increment', 'advance'), 'advance'],
    ] as const) {
      const contracts = text === content ? deployed : await deployAll(anvil, settings, text)
      const [from] = (await anvil.rpc('eth_accounts')) as string[]
      const data = `${toFunctionSelector(`${method}(uint256)`)}${'7'.padStart(64, '0')}`
      const to = contracts.get('Counter')?.address
      const { transactionHash } = (await anvil.rpc('eth_sendTransactionSync', [{ from, to, data }])) as {
        transactionHash: string
      }
      const read = async () => {
        const path = `/api/v2/transaction/${transactionHash}/verbose?chain=local`
        const answer = await fetch(server.url + path, { headers: { 'x-api-key': apiKey } })
        return answer.ok ? await answer.json() : undefined
      }
      await expect.poll(read, { timeout: 20_000 }).toMatchObject({ hash: transactionHash })
      writeFoundry('dev/out', text)
      await expect.poll(read, { timeout: 20_000 }).toMatchObject({ decoded_call: { label: method } })
      const get = async (path: string, query = {}) => {
        const url = `${server.url}/api/explorer/evm${path}?${new URLSearchParams({ chain: 'local', ...query })}`
        return await (await fetch(url, { headers: { 'x-api-key': apiKey } })).json()
      }
      const sources = { name: 'Counter', file }
      expect(await get(`/contracts/${to}/code`)).toMatchObject({ abi_source: 'artifacts', sources })
      const storage = [{ name: 'count', value: '1' }, { name: 'countOf' }]
      expect(await get(`/contracts/${to}/storage`)).toMatchObject({ result: storage })
      const { accounts } = await get(`/transactions/${transactionHash}/state-changes`)
      const { storage: slots } = accounts.find((one: { address: string }) => one.address === to)
      const names = slots.map((slot: { name: string }) => slot.name)
      expect(names).toEqual(expect.arrayContaining(['count', `countOf [${from}]`]))
      const call = JSON.stringify([method, '0'])
      const refused = await get('/simulation', { from, to, call })
      expect(refused).toMatchObject({ status: 'failed', reason: { label: 'TooHigh' } })
    }
  } finally {
    await server.stop()
  }
})

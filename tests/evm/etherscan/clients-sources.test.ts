import { afterAll, beforeAll, expect } from 'vitest'
import * as z from 'zod'
import { bundledSolc } from '#lib/evm/verification/solc-versions.ts'
import { type ContractName, compileAll, content, file } from '#tests/evm/verification/deployments.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { solcOutput } from '#tests/support/solc-output.ts'
import { configurationFor } from './client-configurations.ts'
import { type ClientDevnet, devnetSettings, inputOf, startClientDevnet, untilVerified } from './client-devnet.ts'
import { testClient } from './client-table.ts'

/* How clients verify contracts and read verified ones, as their sources do it, against a real server, worker and node. */

let devnet: ClientDevnet
beforeAll(async () => {
  devnet = await startClientDevnet()
  for (const name of ['Vault', 'Proxy'] as const) await devnet.verify(name)
}, 180_000)
afterAll(async () => await devnet?.stop())

type Answer = { status: string; message: string; result: string }
/** Remix appends `/api` to what its settings have. */
const door = () => `${configurationFor('remix', devnet.server.url).trim()}/api`
const contract = { module: 'contract', apikey: apiKey }
const inputText = (name: ContractName) => JSON.stringify(inputOf(name, devnet.addressOf('Sums')))
/** `0.8.37+commit.f401782d`, as metadata have it. */
const compilerVersion = () => JSON.parse(compileAll(devnetSettings).get('Vault')?.metadata ?? '').compiler.version

const statusOf = async (guid: string): Promise<Answer> =>
  (await devnet.ask({ module: 'contract', action: 'checkverifystatus', guid })) as Answer
const untilPassed = async (guid: string) => await untilVerified(async () => (await statusOf(guid)).result)
const sourceOf = async (name: ContractName, query = `${door()}?`) => {
  const asked = new URLSearchParams({ ...contract, action: 'getsourcecode', address: devnet.addressOf(name) })
  const { message, result } = await (await fetch(query + asked)).json()
  expect(message).toBe('OK')
  return z.array(z.record(z.string(), z.string())).length(1).parse(result)[0] ?? {}
}

/** A form post of `requests`, which leaves out what is None. */
const post = async (fields: Record<string, string | number | undefined>, url = door()): Promise<Answer> => {
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(given) })
  expect(response.status).toBe(200)
  return await response.json()
}

const compiled = z.object({
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  ),
})
/** Whether an input that a client has read compiles to the code that created a contract. */
const createsCode = (name: ContractName, input: { settings?: object; sources: unknown }): boolean => {
  const settings = { ...input.settings, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
  const { contracts } = compiled.parse(solcOutput({ language: 'Solidity', sources: input.sources, settings }))
  const [code = 'none'] = Object.values(contracts).flatMap((inFile) => inFile[name]?.evm.bytecode.object ?? [])
  return devnet.deployed.get(name)?.input.startsWith(`0x${code}`) === true
}

testClient('remix', {
  verify: async () => {
    const form = new FormData()
    const fields = { chainId: '4242', codeformat: 'solidity-standard-json-input', sourceCode: inputText('Counter') }
    const named = { contractaddress: devnet.addressOf('Counter'), contractname: `${file}:Counter` }
    const rest = { compilerversion: `v${compilerVersion()}`, constructorArguements: '' }
    for (const [name, value] of Object.entries({ ...fields, ...named, ...rest })) form.append(name, value)
    const url = `${door()}?module=contract&action=verifysourcecode&apikey=${apiKey}`
    const response = await fetch(url, { method: 'POST', body: form })
    const { status, message, result } = await response.json()
    expect([response.ok, status, message]).toEqual([true, '1', 'OK'])
    await untilPassed(result)
  },
  'check status': async () => {
    const { result: guid } = await post({
      ...{ ...contract, action: 'verifysourcecode', codeformat: 'solidity-standard-json-input' },
      ...{ sourceCode: inputText('Vault'), contractaddress: devnet.addressOf('Vault') },
      ...{ contractname: `${file}:Vault`, compilerversion: `v${compilerVersion()}`, constructorArguements: '' },
    })
    expect((await statusOf(guid)).result).toBe('Pending in queue')
    await untilPassed(guid)
    expect(await statusOf('no such id')).toMatchObject({ result: 'Unknown UID' })
  },
  'look up': async () => {
    const lookUp = async (name: ContractName) =>
      (await devnet.ask({ module: 'contract', action: 'getabi', address: devnet.addressOf(name) })) as Answer
    expect(await lookUp('Vault')).toMatchObject({ status: '1', message: 'OK' })
    expect((await lookUp('Factory')).result).toBe('Contract source code not verified')
  },
})

testClient('ape', {
  'get_source_code, get_creation_data': async () => {
    const record = await sourceOf('Vault')
    expect(record).toMatchObject({
      ContractName: 'Vault',
      CompilerVersion: `v${compilerVersion()}`,
      LicenseType: 'Unknown',
    })
    expect([Number(record.OptimizationUsed), Number(record.Runs)]).toEqual([1, 200])
    expect((await sourceOf('Factory')).ABI).toBe('Contract source code not verified')
    const asked = { module: 'contract', action: 'getcontractcreation', contractaddresses: devnet.addressOf('Vault') }
    const txHash = devnet.deployed.get('Vault')?.hash
    expect((await devnet.ask(asked)).result).toMatchObject([{ contractAddress: devnet.addressOf('Vault'), txHash }])
  },
  verify_source_code: async () => {
    const common = {
      ...{ ...contract, action: 'verifysourcecode', compilerversion: `v${compilerVersion()}` },
      ...{
        constructorArguements: undefined,
        evmversion: undefined,
        licenseType: undefined,
        optimizationUsed: 1,
        runs: 200,
      },
    }
    const standard = {
      ...{ ...common, codeformat: 'solidity-standard-json-input', sourceCode: inputText('Sums') },
      ...{ contractaddress: devnet.addressOf('Sums'), contractname: `${file}:Sums` },
    }
    const single = {
      ...{ ...common, codeformat: 'solidity-single-file', sourceCode: content },
      ...{ contractaddress: devnet.addressOf('Factory'), contractname: 'Factory' },
    }
    for (const fields of [standard, single]) await untilPassed((await post(fields)).result)
  },
})

/** Standard JSON in a second pair of braces, of which each client cuts one character at either end. */
const unwrapped = ({ SourceCode = '' }: Record<string, string>) =>
  z
    .object({
      language: z.literal('Solidity'),
      sources: z.record(z.string(), z.object({ content: z.string() })),
      settings: z.looseObject({ evmVersion: z.string().optional(), remappings: z.array(z.string()).optional() }),
    })
    .parse(JSON.parse(SourceCode.slice(1, -1)))

testClient('crytic', {
  getsourcecode: async () => {
    const record = await sourceOf('Vault')
    const { sources, settings } = unwrapped(record)
    expect(/\d+\.\d+\.\d+/.exec(record.CompilerVersion?.slice(1) ?? '')?.[0]).toBe(bundledSolc().version)
    const optimizer = { enabled: record.OptimizationUsed === '1', runs: Number(record.Runs) }
    const { evmVersion, remappings = [] } = settings
    expect(
      createsCode('Vault', { sources, settings: { optimizer, remappings, ...(evmVersion && { evmVersion }) } }),
    ).toBe(true)
  },
  'getsourcecode, unverified': async () => {
    expect(await sourceOf('Basket')).toMatchObject({ SourceCode: '', ContractName: '' })
  },
})

testClient('safe', {
  'contract metadata, ABI': async () => {
    const second = `${devnet.server.url}/v2/api?chainid=4242&`
    const { ContractName, ABI = '', Implementation } = await sourceOf('Proxy', second)
    expect([ContractName, ABI.startsWith('['), Implementation]).toEqual(['Proxy', true, devnet.addressOf('Sums')])
    expect((await sourceOf('Basket', second)).ABI?.startsWith('[')).toBe(false)
    const template = configurationFor('safe', devnet.server.url).trim()
    const abiOf = async (name: ContractName): Promise<Answer> => {
      const values: Record<string, string> = { ...contract, action: 'getabi', address: devnet.addressOf(name), apiKey }
      const response = await fetch(template.replaceAll(/\{\{(\w+)\}\}/g, (_, field: string) => values[field] ?? ''))
      return await response.json()
    }
    const { status, result } = await abiOf('Vault')
    expect([status, Array.isArray(JSON.parse(result))]).toEqual(['1', true])
    expect((await abiOf('Basket')).status).toBe('0')
  },
})

testClient('brownie', {
  'Contract.from_explorer': async () => {
    const record = await sourceOf('Vault')
    const { sources, settings } = unwrapped(record)
    expect(record.SourceCode?.startsWith('{{')).toBe(true)
    expect(JSON.parse(record.ABI ?? '')).toContainEqual(expect.objectContaining({ name: 'ownerFee' }))
    const optimizer = { enabled: Number(record.OptimizationUsed) === 1, runs: Number(record.Runs) }
    const evmVersion = settings.evmVersion ?? (record.EVMVersion === 'Default' ? undefined : record.EVMVersion)
    expect(createsCode('Vault', { sources, settings: { optimizer, ...(evmVersion && { evmVersion }) } })).toBe(true)
  },
  publish_source: async () => {
    const { address, code, argument, text, name } = await devnet.deployCounter()
    const first = { module: 'account', action: 'txlist', address, page: '1', sort: 'asc', offset: '1' }
    await expect.poll(async () => (await devnet.ask(first)).status).toBe('1')
    const [{ input }] = (await devnet.ask(first)).result as [{ input: string }]
    expect(input.slice(code.length)).toBe(argument)
    const { result: guid } = await post(
      {
        ...{ ...contract, action: 'verifysourcecode', contractaddress: address, sourceCode: text, licenseType: 3 },
        ...{ codeformat: 'solidity-single-file', contractname: name, compilerversion: `v${compilerVersion()}` },
        ...{ optimizationUsed: 1, runs: 200, constructorArguements: argument },
      },
      `${devnet.server.url}/v2/api?chainid=4242`,
    )
    await untilPassed(guid)
    expect((await statusOf(guid)).message).toBe('OK')
  },
})

testClient('sourcify', {
  'import from Etherscan': async () => {
    const record = await sourceOf('Vault')
    const { sources, settings } = unwrapped(record)
    const named = Object.entries(sources).filter(([, one]) =>
      new RegExp(`contract\\s+${record.ContractName}\\s`).test(one.content),
    )
    expect(named.map(([path]) => path)).toEqual([file])
    expect(record.CompilerVersion?.slice(1)).toBe(compilerVersion())
    expect(createsCode('Vault', { sources, settings })).toBe(true)
  },
})

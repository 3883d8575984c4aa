import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { createAptosStateService } from '#lib/aptos/account/state-service.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { aptosNfts } from '#tests/pages/demo-ledger.ts'
import { type Bend, demoNode, refusal } from './demo-node.ts'

const serviceOver = (bend?: Bend) => createAptosStateService(aptosNodeContext({ nodes: { mainnet: demoNode(bend) } }))
type Raw = Record<string, string | number>

const resourcesOf = async (raw: Raw, bend?: Bend) => {
  const found = await serviceOver(bend).aptosAccountResources(parseInput(aptosStateApi.aptosAccountResources, raw))
  expect(readOutput(aptosStateApi.aptosAccountResources, found)).toEqual(found)
  return found
}
const modulesOf = async (raw: Raw, bend?: Bend) => {
  const found = await serviceOver(bend).aptosAccountModules(parseInput(aptosStateApi.aptosAccountModules, raw))
  expect(readOutput(aptosStateApi.aptosAccountModules, found)).toEqual(found)
  return found
}
const moduleOf = async (raw: Raw, bend?: Bend) => {
  const found = await serviceOver(bend).aptosModule(parseInput(aptosStateApi.aptosModule, raw))
  expect(readOutput(aptosStateApi.aptosModule, found)).toEqual(found)
  return found
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (isServiceError(error) ? error.code : String(error)),
  )

const { wallet, studio } = aptosNfts
const coinStore = '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>'

describe('resources of an account', () => {
  test('are those that the newest write set left, by type', async () => {
    const { resources, info } = await recordedLedger()
    const { result, total, ledger_version, is_whole } = await resourcesOf({ address: wallet })
    expect(result).toEqual([...(resources.get(wallet)?.values() ?? [])].sort((a, b) => (a.type < b.type ? -1 : 1)))
    expect({ total, ledger_version, is_whole }).toEqual({
      total: 4,
      ledger_version: info.ledger_version,
      is_whole: true,
    })
  })

  test('at an earlier version are those of its last write set until then', async () => {
    const { transactions } = await recordedLedger()
    const written = transactions.flatMap(({ version, changes }) =>
      changes.flatMap(({ type, address, data }) =>
        type === 'write_resource' && address === wallet && JSON.stringify(data).includes(coinStore)
          ? [{ version, data }]
          : [],
      ),
    )
    expect(written.length).toBeGreaterThan(3)
    for (const [index, { version, data }] of written.entries()) {
      const until = written[index + 1]
      const before = until ? Number(until.version) - 1 : Number(version)
      for (const at of [version, before]) {
        const { result } = await resourcesOf({ address: wallet, ledger_version: at, search: 'COIN::CoinStore' })
        expect(result).toEqual([data])
      }
    }
  })

  test('carry the definitions of the structs whose modules the node has', async () => {
    const { structs } = await resourcesOf({ address: '0x1', search: 'chain_id' })
    expect(structs).toEqual([
      {
        name: '0x1::chain_id::ChainId',
        abilities: ['key'],
        type_parameters: 0,
        is_event: false,
        is_enum: false,
        fields: [{ name: 'id', type: 'u8' }],
      },
    ])
  })

  test('of which one has another form are all listed, that one as it is', async () => {
    const good = { type: '0x1::m::S', data: {} }
    const odd: Bend = (path) => (path.endsWith('/resources') ? Response.json([{ type: 5 }, good]) : undefined)
    expect((await resourcesOf({ address: wallet }, odd)).result).toEqual([good, { type: 'unknown', data: { type: 5 } }])
  })

  test('of a very long type are listed with it', async () => {
    const type = `0x1::m::S<${'0x1::long::Name, '.repeat(600)}u8>`
    const long: Bend = (path) => (path.endsWith('/resources') ? Response.json([{ type, data: {} }]) : undefined)
    expect((await resourcesOf({ address: wallet }, long)).result).toEqual([{ type, data: {} }])
  })

  test('are listed in parts that neither repeat nor omit one', async () => {
    const all = await resourcesOf({ address: '0x1', limit: 100 })
    const parts = await Promise.all(
      [0, 3, 6, 9].map(async (offset) => (await resourcesOf({ address: '0x1', limit: 3, offset })).result),
    )
    expect(parts.flat()).toEqual(all.result)
    expect(all.total).toBe(10)
  })

  test('are an empty list for an unused address', async () => {
    expect((await resourcesOf({ address: `0x${'ab'.repeat(32)}` })).total).toBe(0)
  })

  test('beyond the ledger are refused by the name of the parameter', async () => {
    const call = resourcesOf({ address: wallet, ledger_version: '99999999' })
    await expect(call).rejects.toThrow(/^ledger_version is above the newest version: expected at most \d+$/)
  })

  test('follow the cursor of a node that returns them in pages, and say when there are more than are read', async () => {
    const pages: Bend = (path, query) => {
      if (!path.endsWith('/resources')) return undefined
      const page = Number(query.get('start') ?? 0)
      const headers = { 'x-aptos-cursor': String(page + 1) }
      return Response.json([{ type: `0x1::m::S${page}`, data: {} }], page < 2 ? { headers } : {})
    }
    const whole = await resourcesOf({ address: wallet }, pages)
    expect(whole.result.map(({ type }) => type)).toEqual(['0x1::m::S0', '0x1::m::S1', '0x1::m::S2'])
    expect(whole.is_whole).toBe(true)
    const endless: Bend = (path) =>
      path.endsWith('/resources') ? Response.json([], { headers: { 'x-aptos-cursor': 'ab' } }) : undefined
    expect((await resourcesOf({ address: wallet }, endless)).is_whole).toBe(false)
  })

  test('that the node has pruned are not available, as are those of a node without the route, which stays in use', async () => {
    const pruned: Bend = (path) => (path.endsWith('/resources') ? refusal(410, 'version_pruned') : undefined)
    await expect(resourcesOf({ address: wallet, ledger_version: '5' }, pruned)).rejects.toThrow(
      'The Aptos node no longer keeps the state at version 5. An archive node has it.',
    )
    const node = demoNode((path) => (path.endsWith('/resources') ? refusal(404, 'web_framework_error') : undefined))
    const service = createAptosStateService(aptosNodeContext({ nodes: { mainnet: node } }))
    for (const _ of [1, 2]) {
      const input = parseInput(aptosStateApi.aptosAccountResources, { address: wallet })
      expect(await codeOf(service.aptosAccountResources(input))).toBe('not_available')
      expect((await node.account(wallet))?.sequenceNumber).toBe(9n)
    }
  })

  test('that are no list are a failure of the node', async () => {
    const bend: Bend = (path) => (path.endsWith('/resources') ? Response.json({ kind: 1 }) : undefined)
    expect(await codeOf(resourcesOf({ address: wallet }, bend))).toBe('upstream_failed')
  })
})

describe('modules', () => {
  test('of Move 2 keep their enums, and the types of functions', async () => {
    const variants = [
      { name: 'Circle', fields: [{ name: 'radius', type: 'u64' }] },
      { name: 'Empty', fields: [] },
    ]
    const shape = {
      name: 'Shape',
      is_native: false,
      is_enum: true,
      abilities: ['copy'],
      generic_type_params: [],
      variants,
    }
    const apply = {
      name: 'apply',
      visibility: 'public',
      is_entry: false,
      generic_type_params: [],
      return: ['|u64|u64'],
    }
    const abi = {
      address: '0x7',
      name: 'enums',
      friends: [],
      exposed_functions: [{ ...apply, params: ['|u64|bool has copy + drop', '0x7::enums::Shape'] }],
      structs: [{ ...shape, fields: [] }],
    }
    const node: Bend = (path) =>
      path.includes('/module/') ? Response.json({ bytecode: '0xa11ceb0b', abi }) : undefined
    const { functions, structs } = await moduleOf({ address: '0x1', module: 'enums' }, node)
    expect(functions).toMatchObject([
      { params: ['|u64|bool has copy + drop', '0x7::enums::Shape'], return: ['|u64|u64'] },
    ])
    expect(structs).toMatchObject([{ name: '0x7::enums::Shape', is_enum: true, fields: [], variants }])
  })

  test('of an account are listed without their bytecode', async () => {
    const { result, packages } = await modulesOf({ address: '0x1' })
    expect(packages).toEqual([])
    expect(result.map(({ name, functions, view_functions }) => ({ name, functions, view_functions }))).toEqual([
      { name: 'aptos_account', functions: 1, view_functions: 0 },
      { name: 'aptos_coin', functions: 1, view_functions: 0 },
      { name: 'chain_id', functions: 1, view_functions: 1 },
    ])
  })

  test('that were deleted are there before, and not after', async () => {
    const asked = { address: studio, module: 'harbor_shop' }
    expect(await codeOf(moduleOf(asked))).toBe('not_found')
    const module = await moduleOf({ ...asked, ledger_version: '491' })
    expect(module.functions.map(({ name, is_entry }) => [name, is_entry])).toEqual([
      ['open', true],
      ['close', true],
    ])
    expect(await codeOf(moduleOf({ ...asked, ledger_version: '28' }))).toBe('not_found')
  })

  const registry =
    (source: string, policy = 1): Bend =>
    (path) =>
      path.endsWith('PackageRegistry')
        ? Response.json({
            type: '0x1::code::PackageRegistry',
            data: {
              packages: [
                {
                  name: 'Demo',
                  upgrade_policy: { policy },
                  upgrade_number: '3',
                  source_digest: 'AB',
                  manifest: '0x',
                  modules: [{ name: 'chain_id', source, source_map: '0x', extension: { vec: [] } }],
                  deps: [{ account: '0x1', package_name: 'MoveStdlib' }],
                  extension: { vec: [] },
                },
              ],
            },
          })
        : undefined
  const inHex = (text: string | Buffer) => `0x${gzipSync(text).toString('hex')}`
  const asked = { address: '0x1', module: 'chain_id' }

  test('show the package that they belong to, and the source stored with it', async () => {
    const text = 'module aptos_framework::chain_id {\n}\n'
    const { package: published, source, source_note } = await moduleOf(asked, registry(inHex(text)))
    expect({ source, source_note }).toEqual({ source: text, source_note: null })
    expect(published).toEqual({
      name: 'Demo',
      upgrade_policy: 'compatible',
      upgrade_number: '3',
      source_digest: 'AB',
      dependencies: [{ account: `0x${'1'.padStart(64, '0')}`, package_name: 'MoveStdlib' }],
    })
    const { result, packages } = await modulesOf({ address: '0x1' }, registry(inHex(text), 2))
    expect(packages[0]).toMatchObject({ name: 'Demo', upgrade_policy: 'immutable', modules: ['chain_id'] })
    expect(result.map(({ package_name, has_source }) => [package_name, has_source])).toEqual([
      [null, false],
      [null, false],
      ['Demo', true],
    ])
  })

  test.each([
    ['that is missing', '0x', 'Its publisher did not store the source.'],
    ['of a gigabyte', inHex(Buffer.alloc(50_000_000)), /not readable/],
    ['that is not compressed', '0xdeadbeef', /not readable/],
    ['that is not text', inHex(Buffer.from([0xff, 0xfe, 0xfd])), /not readable/],
  ])('have no source %s', async (_, stored, note) => {
    const { source, source_note } = await moduleOf(asked, registry(stored))
    expect(source).toBeNull()
    expect(source_note).toMatch(note)
  })

  test('without a package say so, whatever the registry contains', async () => {
    const broken: Bend = (path) =>
      path.endsWith('PackageRegistry') ? Response.json({ data: { packages: 7 } }) : undefined
    for (const bend of [undefined, broken])
      expect(await moduleOf(asked, bend)).toMatchObject({ package: null, source: null, has_abi: true })
  })
})

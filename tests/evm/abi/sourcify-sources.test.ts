import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createSourcify, createVerifierSources, keepAbi } from '#lib/evm/abi/sources/sourcify.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type LocalSourcify, startLocalSourcify } from './local-sourcify.ts'

const address: Hex = `0x${'aa'.repeat(20)}`
const code: Hex = '0x6080'
const served = createServedChains([{ name: 'eth' }, { name: 'local', id: 31_337 }])
const eth = served.resolve('eth')
const files = { 'src/Token.sol': { content: 'contract Token {}' }, 'src/Sums.sol': { content: 'library Sums {}' } }
const fields = {
  match: 'exact_match',
  creationMatch: 'match',
  runtimeMatch: 'exact_match',
  verifiedAt: '2024-07-19T14:00:13Z',
  sources: files,
  userdoc: { methods: { 'f()': { notice: 'Does f.' } } },
  storageLayout: null,
  compilation: {
    language: 'Solidity',
    compiler: 'solc',
    compilerVersion: '0.8.26+commit.8a97fa7a',
    compilerSettings: { optimizer: { enabled: true, runs: 200 } },
    name: 'Token',
    fullyQualifiedName: 'src/Token.sol:Token',
  },
  creationBytecode: { transformationValues: { constructorArguments: `0x${'7'.padStart(64, '0')}` } },
  runtimeBytecode: {
    onchainBytecode: code,
    transformationValues: { libraries: { 'src/Sums.sol:Sums': `0x${'BB'.repeat(20)}` } },
  },
}

describe.each(dialects)('verified sources of Sourcify, beside ABIs on %s', (dialect) => {
  const createStore = evmStores(dialect)
  let sourcify: LocalSourcify
  let now = 1_700_000_000_000
  beforeAll(async () => {
    sourcify = await startLocalSourcify()
  })
  afterAll(() => sourcify.stop())
  beforeEach(() => {
    sourcify.answers.clear()
    sourcify.questions.length = 0
  })

  const start = async () => {
    const store = await createStore()
    const warnings: object[] = []
    const sources = createVerifierSources({
      store,
      verifier: createSourcify({ baseUrl: sourcify.url, concurrency: 2 }),
      log: { warn: (facts) => void warnings.push(facts) },
      now: () => now,
    })
    return { store, warnings, find: (asked = { address, code }, chain = eth) => sources.find(chain, asked) }
  }

  test('are requested once, with the settings and who compared what', async () => {
    sourcify.answers.set(address, { abi: [], fields })
    const { find } = await start()
    const found = await Promise.all([find(), find()])
    expect(found[1]).toEqual(found[0])
    expect(await find()).toEqual({
      by: 'sourcify',
      verifiedThrough: undefined,
      verifiedAt: Date.parse('2024-07-19T14:00:13Z'),
      match: { runtime: 'exact_match', creation: 'match' },
      name: 'Token',
      file: 'src/Token.sol',
      language: 'Solidity',
      compilerVersion: '0.8.26+commit.8a97fa7a',
      abi: [],
      documentation: { devdoc: undefined, userdoc: fields.userdoc },
      storageLayout: undefined,
      settings: { optimizer: { enabled: true, runs: 200 } },
      libraries: { 'src/Sums.sol:Sums': `0x${'bb'.repeat(20)}` },
      constructorArguments: `0x${'7'.padStart(64, '0')}`,
      files: { 'src/Token.sol': 'contract Token {}', 'src/Sums.sol': 'library Sums {}' },
    })
    expect(sourcify.questions).toEqual([`1/${address}/sources`])
  })

  test('are not shown for other code than was compared, nor requested for devnets', async () => {
    sourcify.answers.set(address, { abi: [], fields })
    const { find } = await start()
    expect(await find({ address, code: '0x6081' })).toBeUndefined()
    expect(await find({ address, code }, served.resolve('local'))).toBeUndefined()
    expect(sourcify.questions).toHaveLength(1)
  })

  test('are not requested of a contract that Sourcify is known not to have', async () => {
    const { find, store } = await start()
    const row = { chain: 1, address: toBytes(address), abi: null, match: null, checked_at: now, failures: 0 }
    await keepAbi(store.db, { ...row, due_at: now + 1_000 })
    expect(await find()).toBeUndefined()
    expect(sourcify.questions).toEqual([])
    now += 2_000
    await find()
    await find()
    expect(sourcify.questions).toEqual([`1/${address}/sources`])
  })

  test.each([
    ['an error', { status: 500 }],
    ['what is not JSON', { body: '<html>' }],
    ['a file without text', { abi: [], fields: { ...fields, sources: { 'a.sol': { content: 7 } } } }],
    [
      'too many files',
      {
        abi: [],
        fields: {
          ...fields,
          sources: Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}.sol`, { content: '' }])),
        },
      },
    ],
    ['too much', { body: new Uint8Array(17 * 2 ** 20) }],
  ])('%s is logged, and asked again after half a minute', async (_, answer) => {
    sourcify.answers.set(address, answer)
    const { find, warnings } = await start()
    expect(await find()).toBeUndefined()
    expect(await find()).toBeUndefined()
    expect(warnings).toHaveLength(1)
    sourcify.answers.set(address, { abi: [], fields })
    now += 31_000
    expect(await find()).toMatchObject({ name: 'Token' })
  })
})

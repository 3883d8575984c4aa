import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createAbiDirectory } from '#lib/evm/abi/sources/abi-directory.ts'
import { createEvmAbis, type EvmAbisOptions } from '#lib/evm/abi/sources/evm-abis.ts'
import { createSourcify } from '#lib/evm/abi/sources/sourcify.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type LocalSourcify, startLocalSourcify } from './local-sourcify.ts'
import { patientClock } from './patient-clock.ts'

const abiOf = (name: string) => parseAbi([`function ${name}()`] as [string])
const address = (byte: string): Hex => `0x${byte.repeat(20)}`
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const served = createServedChains([{ name: 'eth' }, { name: 'local', id: 31_337 }])
const eth = served.resolve('eth')

describe('ABI_DIR', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-abi-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, content: string) => writeFileSync(join(folder, path), content)
  const lines: string[] = []
  const log = { warn: (_: object, text: string) => void lines.push(text) }
  let now = 0

  test('serves arrays and artifacts, for every chain or for one; a faulty file is reported once and skipped', async () => {
    mkdirSync(join(folder, 'polygon'))
    mkdirSync(join(folder, '0x7a69'))
    mkdirSync(join(folder, 'atlantis'))
    write(`${address('aa').toUpperCase().replace('0X', '0x')}.json`, JSON.stringify(abiOf('everywhere')))
    write(`polygon/${address('aa')}.json`, JSON.stringify({ contractName: 'Art', abi: abiOf('onPolygon') }))
    write(`0x7a69/${address('bb')}.json`, JSON.stringify(abiOf('onDevnet')))
    write(`${address('cc')}.json`, '{"abi": [')
    write(`${address('dd')}.json`, '{"no": "abi"}')
    write('polygon/readme.md', 'not an ABI')
    const directory = createAbiDirectory(folder, log, () => now)
    const nameAt = (chain: number, of: Hex) => [...(directory.find(chain, of)?.functions.values() ?? [])][0]?.[0]?.name
    const all = ['aa', 'bb', 'cc', 'dd'].map(address)
    const learn = async () => {
      for (const chain of [1, 137, 31_337]) await directory.learn(chain, all)
    }
    await learn()
    expect(nameAt(1, address('aa'))).toBe('everywhere')
    expect(nameAt(137, address('aa'))).toBe('onPolygon')
    expect(nameAt(31_337, address('bb'))).toBe('onDevnet')
    expect(nameAt(1, address('bb'))).toBeUndefined()
    expect(nameAt(1, address('cc'))).toBeUndefined()
    expect(lines.toSorted()).toEqual([
      `ABI_DIR: ${address('cc')}.json contains no ABI: expected a JSON array, or an object with the array as "abi"`,
      `ABI_DIR: ${address('dd')}.json contains no ABI: expected a JSON array, or an object with the array as "abi"`,
      'ABI_DIR: atlantis is not named after a chain',
      'ABI_DIR: polygon/readme.md is not named after an address',
    ])

    lines.length = 0
    write(`${address('cc')}.json`, JSON.stringify(abiOf('mended')))
    utimesSync(join(folder, `${address('cc')}.json`), 1, 1)
    rmSync(join(folder, `polygon/${address('aa')}.json`))
    await learn()
    expect(nameAt(1, address('cc'))).toBeUndefined()
    now += 10_000
    await learn()
    expect(nameAt(1, address('cc'))).toBe('mended')
    expect(nameAt(137, address('aa'))).toBe('everywhere')
    expect(lines).toEqual([])
  })

  test('lists a folder of many files once and reads only the file of the requested contract', async () => {
    const many = mkdtempSync(join(tmpdir(), 'spyglass-abis-'))
    const addressAt = (index: number): Hex => `0x${index.toString(16).padStart(40, '0')}`
    for (let index = 0; index < 2_000; index++) writeFileSync(join(many, `${addressAt(index)}.json`), 'no ABI')
    writeFileSync(join(many, `${addressAt(7)}.json`), JSON.stringify(abiOf('seventh')))
    lines.length = 0
    const directory = createAbiDirectory(many, log, () => now)
    await directory.learn(1, [addressAt(7), addressAt(8), addressAt(5_000)])
    expect([...(directory.find(1, addressAt(7))?.functions.values() ?? [])].flat()).toMatchObject([{ name: 'seventh' }])
    expect(lines).toEqual([expect.stringContaining(addressAt(8))])
    rmSync(many, { recursive: true, force: true })
  })

  test('logs a missing folder once', async () => {
    lines.length = 0
    const directory = createAbiDirectory(join(folder, 'missing'), log, () => now)
    await directory.learn(1, [address('aa')])
    expect(directory.find(1, address('aa'))).toBeUndefined()
    expect(lines).toEqual([expect.stringContaining('cannot be read')])
  })
})

describe.each(dialects)('an ABI verifier, with responses cached on %s', (dialect) => {
  const createStore = evmStores(dialect)
  let sourcify: LocalSourcify
  let now = 1_700_000_000_000
  const warnings: string[] = []
  const open: { close(): Promise<void> }[] = []
  beforeAll(async () => {
    sourcify = await startLocalSourcify()
  })
  afterAll(async () => {
    for (const abis of open) await abis.close()
    await sourcify.stop()
  })
  beforeEach(() => {
    sourcify.answers.clear()
    sourcify.questions.length = 0
    warnings.length = 0
  })

  const start = async (options: Partial<EvmAbisOptions> = {}) => {
    const store = options.store ?? (await createStore())
    const abis = createEvmAbis({
      store,
      verifier: createSourcify({ baseUrl: sourcify.url, concurrency: 10 }),
      log: { warn: (_, text) => void warnings.push(text) },
      now: () => now,
      clock: patientClock,
      ...options,
    })
    open.push(abis)
    const headers: string[] = []
    const call = { setHeader: (name: string, value: string) => void headers.push(`${name}: ${value}`) }
    const namesOf = async (...addresses: Hex[]) => {
      headers.length = 0
      const known = await abis.knownOf(
        eth,
        addresses.map((one) => ({ address: one, block: 5 })),
        { call },
      )
      return addresses.map((one) =>
        known({ address: one, block: 5 }).flatMap(({ functions }) =>
          [...functions.values()].flat().map(({ name }) => name),
        ),
      )
    }
    const rows = () => store.db.selectFrom('evm_abis').selectAll().orderBy('address').execute()
    return { abis, store, namesOf, rows, headers }
  }

  test('is requested once per ABI, which is kept forever, also after a restart', async () => {
    sourcify.answers.set(address('aa'), { abi: abiOf('verified') })
    const first = await start()
    expect(await first.namesOf(address('aa'), address('aa'))).toEqual([['verified'], ['verified']])
    const second = await start({ store: first.store })
    now += 400 * dayMs
    expect(await second.namesOf(address('aa'))).toEqual([['verified']])
    expect(sourcify.questions).toEqual([`1/${address('aa')}`])
    expect(await first.rows()).toMatchObject([{ match: 'exact_match', due_at: null, failures: 0 }])
  })

  test('is requested again for an unverified contract after a day, then after twice as long, up to a month', async () => {
    sourcify.answers.set(address('ab'), { body: JSON.stringify({ match: null }) })
    const { namesOf, rows } = await start()
    const waits: number[] = []
    for (let round = 0; round < 8; round++) {
      expect(await namesOf(address('aa'), address('ab'))).toEqual([[], []])
      const [row] = await rows()
      waits.push(((row?.due_at ?? 0) - now) / dayMs)
      now = (row?.due_at ?? 0) - 1
      await namesOf(address('aa'), address('ab'))
      expect(sourcify.questions).toHaveLength(2 * (round + 1))
      now += 61_000
    }
    expect(waits.map(Math.round)).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
    sourcify.answers.set(address('aa'), { abi: abiOf('verifiedLate') })
    now += 31 * dayMs
    expect(await namesOf(address('aa'))).toEqual([['verifiedLate']])
  })

  test('that fails for one contract is requested again with increasing delays; others are served', async () => {
    const garbage = { body: '<html>' }
    const answers = [garbage, { body: '{"match":"exact_match","abi":"none"}' }, { body: new Uint8Array(10 * 2 ** 20) }]
    const { namesOf, rows } = await start()
    sourcify.answers.set(address('ee'), { abi: abiOf('fine') })
    const waits: number[] = []
    for (const answer of answers) {
      sourcify.answers.set(address('dd'), answer)
      expect(await namesOf(address('dd'), address('ee'))).toEqual([[], ['fine']])
      const [row] = await rows()
      waits.push(((row?.due_at ?? 0) - now) / 1_000)
      now = (row?.due_at ?? 0) + 60_000
    }
    expect(waits).toEqual([60, 120, 240])
    sourcify.answers.set(address('dd'), { abi: abiOf('mended') })
    now += 700_000
    expect(await namesOf(address('dd'))).toEqual([['mended']])
  })

  test('that is rate limited or down is skipped for a while', async () => {
    const { namesOf } = await start()
    sourcify.answers.set(address('aa'), { status: 429, headers: { 'retry-after': '300' } })
    expect(await namesOf(address('aa'))).toEqual([[]])
    expect(await namesOf(address('ab'))).toEqual([[]])
    expect(sourcify.questions).toEqual([`1/${address('aa')}`])
    expect(warnings).toHaveLength(1)
    now += 301_000
    sourcify.answers.set(address('aa'), { abi: abiOf('verified') })
    expect(await namesOf(address('aa'), address('ab'))).toEqual([['verified'], []])

    for (const byte of ['c1', 'c2', 'c3', 'c4', 'c5']) {
      sourcify.answers.set(address(byte), { status: 503 })
      await namesOf(address(byte))
    }
    expect(sourcify.questions.filter((question) => /c\d$/.test(question))).toHaveLength(3)
  })

  test('that is slow does not delay pages: its response serves the next page, from one request', async () => {
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    sourcify.answers.set(address('aa'), { held, answer: { abi: abiOf('late') } })
    sourcify.answers.set(address('ab'), { abi: abiOf('soon') })
    // A wait ends when the quick contract is known, however long that took.
    const clock: Clock = {
      now: () => now,
      wait: async (ms, signal) => {
        expect(ms).toBe(1_000)
        while (!signal?.aborted && (await rows()).length === 0) await new Promise((done) => setImmediate(done))
      },
    }
    const { abis, namesOf, rows, headers } = await start({ clock })
    expect(await namesOf(address('aa'), address('ab'))).toEqual([[], ['soon']])
    const missing = 'x-abis-missing: 1: The ABIs are still being fetched. Ask again in a few seconds.'
    expect(headers).toEqual([missing])
    const again = await namesOf(address('aa'), address('ab'))
    expect(again).toEqual([[], ['soon']])
    expect(headers).toEqual([missing])
    release()
    while ((await rows()).length < 2) await new Promise((done) => setImmediate(done))
    expect(await namesOf(address('aa'))).toEqual([['late']])
    expect(headers).toEqual([])
    expect(sourcify.questions.toSorted()).toEqual([`1/${address('aa')}`, `1/${address('ab')}`])
    await abis.close()
  })

  test('that fails leaves a header, one that knows no ABI leaves none', async () => {
    sourcify.answers.set(address('aa'), { status: 503 })
    const { namesOf, headers } = await start()
    expect(await namesOf(address('aa'), address('ab'))).toEqual([[], []])
    expect(headers).toEqual([expect.stringMatching(/^x-abis-missing: 1: /)])
    expect(await namesOf(address('ab'))).toEqual([[]])
    expect(headers).toEqual([])
  })

  test('loses no ABI to the cache while a page learns more of them than it keeps', async () => {
    const { store, namesOf, headers } = await start()
    const large = ['c1', 'c2', 'c3', 'c4']
    for (const byte of large) {
      const abi = JSON.stringify([...abiOf(`of_${byte}`), { type: 'padding', text: 'x'.repeat(6_000_000) }])
      const row = {
        chain: 1,
        address: Buffer.from(byte.repeat(20), 'hex'),
        match: 'match',
        checked_at: now,
        failures: 0,
      }
      await store.db
        .insertInto('evm_abis')
        .values({ ...row, abi, due_at: null })
        .execute()
    }
    expect(await namesOf(...large.map(address))).toEqual(large.map((byte) => [`of_${byte}`]))
    expect(headers).toEqual([])
    expect(sourcify.questions).toEqual([])
  })

  test('is requested once by a page that read the store before the response to another page was stored', async () => {
    const store = await createStore()
    const held: (() => void)[] = []
    const reads = new WeakSet<object>()
    const db = store.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('evm_abis')) reads.add(queryId)
        return node
      },
      transformResult: async ({ result, queryId }) => {
        if (reads.has(queryId)) await new Promise<void>((release) => held.push(release))
        return result
      },
    })
    sourcify.answers.set(address('aa'), { abi: abiOf('verified') })
    const { namesOf } = await start({ store: { ...store, db } })
    const pages = [namesOf(address('aa')), namesOf(address('aa'))]
    while (held.length < 2) await new Promise((done) => setImmediate(done))
    held[0]?.()
    expect(await pages[0]).toEqual([['verified']])
    held[1]?.()
    expect(await pages[1]).toEqual([['verified']])
    expect(sourcify.questions).toEqual([`1/${address('aa')}`])
  })

  test('gets at most ten contracts at a time, and none of devnets', async () => {
    const { abis, namesOf } = await start()
    const many = Array.from({ length: 60 }, (_, at) => address((at + 16).toString(16)))
    await namesOf(...many)
    expect(sourcify.questions).toHaveLength(60)
    expect(sourcify.atOnceMax()).toBeLessThanOrEqual(10)
    const local = served.resolve('local')
    await abis.knownOf(local, [{ address: address('aa'), block: 1 }])
    expect(sourcify.questions).toHaveLength(60)
  })

  test('names the implementation of a proxy when no node can', async () => {
    sourcify.answers.set(address('aa'), {
      abi: abiOf('upgradeTo'),
      implementations: [address('bb').toUpperCase().replace('0X', '0x')],
    })
    sourcify.answers.set(address('bb'), { abi: abiOf('tip') })
    const { namesOf } = await start()
    expect(await namesOf(address('aa'))).toEqual([['upgradeTo', 'tip']])
  })

  test("comes after the operator's ABIs and the built-in ones", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spyglass-abi-'))
    writeFileSync(join(folder, `${address('aa')}.json`), JSON.stringify(abiOf('ofOperator')))
    const builtIn = {
      chain: 1,
      read: async () => ['aa', 'bb'].map((byte) => ({ address: address(byte), abi: abiOf('ofProduct') })),
    }
    for (const byte of ['aa', 'bb', 'cc']) sourcify.answers.set(address(byte), { abi: abiOf('ofVerifier') })
    const { namesOf } = await start({ builtIn, directory: createAbiDirectory(folder, { warn: () => {} }) })
    expect(await namesOf(address('aa'), address('bb'), address('cc'))).toEqual([
      ['ofOperator'],
      ['ofProduct'],
      ['ofVerifier'],
    ])
    expect(sourcify.questions).toEqual([`1/${address('cc')}`])
    rmSync(folder, { recursive: true, force: true })
  })
})

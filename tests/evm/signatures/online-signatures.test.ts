import { keccak256, stringToHex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { createOnlineSignatures, type OnlineSignaturesOptions } from '#lib/evm/signatures/online-signatures.ts'
import { createSignatureService } from '#lib/evm/signatures/signature-service.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { startLocalSignatureService } from './local-signature-service.ts'

const hashOf = (signature: string): Hex => keccak256(stringToHex(signature))
const selectorOf = (signature: string): Hex => `0x${hashOf(signature).slice(2, 10)}`
const feed = 'feedLantern(uint256,address)'
const lit = 'LanternLit(address,uint256)'
const word = (value: number) => value.toString(16).padStart(64, '0')
const quiet = { warn: () => {} }
const open: { stop(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop()
})

describe.each(dialects)('an online signature service, cached in %s', (dialect) => {
  const createStore = evmStores(dialect)

  const connected = async (
    store: Store<EvmTables>,
    service: { url: string },
    options: Partial<OnlineSignaturesOptions> = {},
  ) => {
    const online = createOnlineSignatures({
      store,
      service: createSignatureService(service.url),
      log: quiet,
      waitMs: 20_000,
      ...options,
    })
    open.push({ stop: () => online.close() })
    return createKnownSignatures({ online })
  }
  const started = async () => {
    const service = await startLocalSignatureService()
    open.push(service)
    service.known.set(selectorOf(feed), ['feedLantern(uint256,address)'])
    service.known.set(hashOf(lit), ['LanternLit(address,uint256)'])
    return service
  }

  test('is requested once per unknown signature, and never for bundled ones', async () => {
    const service = await started()
    const store = await createStore()
    const signatures = await connected(store, service)
    const input = toBytes(`${selectorOf(feed)}${word(5)}${word(7)}`)
    expect(signatures.guessCall(input)).toBeUndefined()
    await signatures.learn(['0xa9059cbb', selectorOf(feed), selectorOf(feed), hashOf(lit)])
    expect(service.questions).toEqual([[selectorOf(feed), hashOf(lit)]])
    expect(signatures.guessCall(input)).toMatchObject({ label: 'feedLantern', params: [{ value: '5' }, {}] })
    const log = { topic0: toBytes(hashOf(lit)), topic1: toBytes(`0x${word(7)}`), topic2: null, topic3: null }
    expect(signatures.guessEvent({ ...log, data: toBytes(`0x${word(9)}`) })).toMatchObject({
      label: 'LanternLit',
      params: [{ type: 'address' }, { value: '9' }],
    })
    await signatures.learn([selectorOf(feed), hashOf(lit)])
    // Another process over the same store.
    const other = await connected(store, service)
    await other.learn([selectorOf(feed)])
    expect(other.guessMethod(input)?.label).toBe('feedLantern')
    expect(service.questions).toHaveLength(1)
  })

  test('cannot name a selector with another signature, and is tried again after a week for a missing one', async () => {
    const service = await started()
    service.known.set('0x12345678', [
      'stealEverything(address)',
      'not a signature',
      `f(${'uint256,'.repeat(5_000)}bool)`,
    ])
    let now = 1_700_000_000_000
    const store = await createStore()
    const signatures = await connected(store, service, { now: () => now })
    await signatures.learn(['0x12345678'])
    expect(signatures.guessCall(toBytes(`0x12345678${word(7)}`))).toBeUndefined()
    await signatures.learn(['0x12345678'])
    expect(service.questions).toHaveLength(1)
    now += 8 * 24 * 3_600_000
    await signatures.learn(['0x12345678'])
    expect(service.questions).toHaveLength(2)
  })

  test.each([
    ['an error', { status: 500 }],
    ['no JSON', { body: '<html>' }],
    ['another form', { body: '{"result":{"function":{"0x12345678":"f()"}}}' }],
    ['megabytes', { body: `"${'x'.repeat(2_000_000)}"` }],
  ])('is skipped for a minute after %s, then tried again', async (_, answer) => {
    const service = await started()
    service.answer = answer
    let now = 1_700_000_000_000
    const signatures = await connected(await createStore(), service, { now: () => now })
    await signatures.learn([selectorOf(feed)])
    await signatures.learn([selectorOf(feed)])
    expect(service.questions).toHaveLength(1)
    service.answer = undefined
    now += 61_000
    await signatures.learn([selectorOf(feed)])
    expect(signatures.guessMethod(toBytes(`${selectorOf(feed)}${word(5)}${word(7)}`))?.label).toBe('feedLantern')
  })

  test('delays a page no longer than its time limit; late names serve the next page', async () => {
    const service = await started()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    service.answer = { held }
    const passed = { now: () => 0, wait: async () => {} }
    const signatures = await connected(await createStore(), service, { clock: passed })
    const input = toBytes(`${selectorOf(feed)}${word(5)}${word(7)}`)
    await signatures.learn([selectorOf(feed)])
    expect(signatures.guessMethod(input)).toBeUndefined()
    release()
    await expect.poll(() => signatures.guessMethod(input)?.label).toBe('feedLantern')
  })

  test('gets a bounded number of signatures at a time', async () => {
    const service = await started()
    const signatures = await connected(await createStore(), service)
    const many = Array.from({ length: 700 }, (_, index): Hex => `0x${(0xfe00_0000 + index).toString(16)}`)
    await signatures.learn(many)
    expect(service.questions.every(({ length }) => length <= 50)).toBe(true)
    expect(service.questions.flat().length).toBeLessThanOrEqual(500)
  })
})

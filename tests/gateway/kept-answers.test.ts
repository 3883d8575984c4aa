import { expect, test } from 'vitest'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import { createAnswerCache, serve } from '#lib/api/serve/serve.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import type { Store } from '#lib/store/store.ts'
import { evmServices, head } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'

const createStores = { sqlite: evmStores('sqlite'), postgres: evmStores('postgres') }
const createStore = createStores.sqlite

/** Waits until this process knows of a change that it just made: PostgreSQL tells of it, SQLite is asked. */
const change = async (store: Store<EvmTables>, make: () => Promise<unknown>) => {
  const known = () => expect.poll(() => store.version()).toBeDefined()
  await known()
  const before = store.version()
  await make()
  await expect.poll(() => store.version()).not.toBe(before)
}

/** The API over a store, with and without kept answers, and how often the index was asked. */
const serversOf = (store: Store<EvmTables>, note?: string) => {
  const { index, evm } = evmServices(store)
  const asked = { kept: 0, fresh: 0 }
  const serverOf = (kind: keyof typeof asked) => {
    const walletTransactions: typeof evm.walletTransactions = (...call) => {
      asked[kind] += 1
      if (note !== undefined) call[1]?.setHeader?.('x-internal-transactions-missing', note)
      return evm.walletTransactions(...call)
    }
    const client = createGateway(evmApi, [{ name: 'index', service: { ...evm, walletTransactions } }])
    const answers = createAnswerCache({ version: store.version, ageMaxMs: 60_000 })
    const handle = serve(evmApi, client, {
      basePath: '',
      renderError: renderPlainError,
      observe: () => {},
      compressed: true,
      ...(kind === 'kept' && { answers }),
    })
    return (path: string, headers: Record<string, string> = {}) =>
      handle(new Request(`http://localhost${path}`, { headers }))
  }
  return { index, asked, kept: serverOf('kept'), fresh: serverOf('fresh') }
}

const pathOf = (wallet: number): string => `/api/v2/${walletOf(wallet)}?chain=eth&limit=20`

test.each(dialects)('kept answers are those of the index after every block and every reorg (%s)', async (dialect) => {
  const store = await createStores[dialect]()
  const { index, asked, kept, fresh } = serversOf(store)
  const random = seeded(11)
  let blocks: EvmBlock[] = randomBlocks(20, { first: 0 }, random)
  await change(store, () => index.append(blocks, head))
  const compare = async () => {
    for (let wallet = 0; wallet < 4; wallet++) {
      const expected = await (await fresh(pathOf(wallet))).text()
      expect(await (await kept(pathOf(wallet))).text()).toBe(expected)
      expect(await (await kept(pathOf(wallet))).text(), 'again').toBe(expected)
    }
  }
  await compare()
  for (let turn = 0; turn < 12; turn++) {
    const back = turn % 3 === 2 ? 1 + Math.floor(random() * 4) : 0
    if (back > 0) {
      const parent = blocks.at(-1 - back)
      if (!parent) throw new Error('the reorg is deeper than the chain')
      await change(store, () => index.rewind(parent.number))
      blocks = blocks.slice(0, -back)
    }
    const last = blocks.at(-1)
    if (!last) throw new Error('no block is left')
    const next = randomBlocks(1 + back, last, random, { fork: `fork ${turn}` })
    await change(store, () => index.append(next, head))
    blocks = [...blocks, ...next]
    await compare()
  }
  expect(asked.kept, 'each question once for each version').toBe(asked.fresh)
})

test('an answer that the caller has is 304, until the data changes', async () => {
  const store = await createStore()
  const { index, kept } = serversOf(store)
  const random = seeded(5)
  const blocks = randomBlocks(20, { first: 0 }, random)
  await index.append(blocks, head)
  const first = await kept(pathOf(1))
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  for (const tags of [etag, `"other", ${etag}`, etag.replace('W/', '')]) {
    const again = await kept(pathOf(1), { 'if-none-match': tags })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('x-index-complete')).toBe(first.headers.get('x-index-complete'))
  }
  const last = blocks.at(-1)
  if (!last) throw new Error('no block')
  await index.append(
    Array.from({ length: 6 }).reduce<EvmBlock[]>(
      (more) => [...more, ...randomBlocks(1, more.at(-1) ?? last, random)],
      [],
    ),
    head,
  )
  const changed = await kept(pathOf(1), { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})

test('every encoding has the same content', async () => {
  const store = await createStore()
  const { index, kept, fresh } = serversOf(store)
  await index.append(randomBlocks(40, { first: 0 }, seeded(3)), head)
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding }
    const [expected, first, second] = await Promise.all([fresh, kept, kept].map((ask) => ask(pathOf(1), headers)))
    const bytesOf = async (response: Response | undefined) => (await response?.bytes()) ?? new Uint8Array()
    expect(first?.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    const bytes = await bytesOf(expected)
    expect(bytes.length).toBeGreaterThan(100)
    expect(await bytesOf(first)).toEqual(bytes)
    expect(await bytesOf(second)).toEqual(bytes)
  }
})

test('errors, and endpoints that read more than the index, are not kept', async () => {
  const store = await createStore()
  const { index, kept } = serversOf(store)
  await index.append(randomBlocks(5, { first: 0 }, seeded(1)), head)
  for (const path of ['/api/v2/0x12?chain=eth', `/api/v2/${walletOf(1)}/balance?chain=eth`]) {
    const response = await kept(path)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('etag')).toBeNull()
  }
})

test('memory is bounded: the answers that were asked for least recently go first', () => {
  const answers = createAnswerCache({ version: () => '1', bytesMax: 100_000 })
  const answer = { body: new Uint8Array(4_000), headers: {}, source: 'index' }
  for (let place = 0; place < 100; place++) answers.keep(`/${place}`, '1', answer)
  const kept = Array.from({ length: 100 }, (_, place) => place).filter((place) => answers.find(`/${place}`, '1'))
  expect(kept).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99])
  answers.keep('/long', '1', { ...answer, body: new Uint8Array(20_000) })
  expect(answers.find('/long', '1'), 'one answer never takes the place of most others').toBeUndefined()
})

test('an answer is kept for a second, and one of an older version never', () => {
  let [version, now] = ['1', 5_000]
  const answers = createAnswerCache({ version: () => version, now: () => now })
  const answer = { body: new Uint8Array(1), headers: {}, source: 'index' }
  answers.keep('/', '1', answer)
  now = 6_000
  expect(answers.find('/', '1')).toBeDefined()
  now = 6_001
  expect(answers.find('/', '1')).toBeUndefined()
  version = '2'
  answers.keep('/late', '1', answer)
  expect(answers.find('/late', '1')).toBeDefined()
  answers.keep('/new', '2', answer)
  answers.keep('/late', '1', answer)
  expect(answers.find('/late', '1')).toBeUndefined()
  expect(answers.find('/late', '2')).toBeUndefined()
  expect(answers.find('/new', '2')).toBeDefined()
})

test('a response that a node left incomplete is computed again', async () => {
  const store = await createStore()
  const { index, asked, kept } = serversOf(store, '1: The node did not answer in time.')
  await index.append(randomBlocks(5, { first: 0 }, seeded(1)), head)
  for (let turn = 0; turn < 2; turn++) {
    const response = await kept(pathOf(1))
    expect(response.headers.get('x-internal-transactions-missing')).toMatch('did not answer')
    expect(response.headers.get('etag')).toBeNull()
  }
  expect(asked.kept).toBe(2)
})

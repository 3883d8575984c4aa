import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { coverageOf, coverageSentence } from '#lib/api/coverage.ts'
import { indexNetwork, type NetworkToIndex } from '#lib/aptos/chain/ingest/index-network.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosChainRow } from '#lib/aptos/chain/write/aptos-index.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import { createAptosCoverage } from '#lib/aptos/query/context.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores, dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { type Chance, createChance } from '#tests/indexing/random.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { sample } from '#tests/support/tier.ts'
import { chanceLedger } from './chance-ledger.ts'
import { type LedgerNode, nodeOf } from './ledger-node.ts'

const chainId = 4
const ledger = chanceLedger({ seed: 11, length: 320, moduleEraFrom: 160, tablesKnown: 0.8 })
const whole: LedgerNode = { transactions: ledger.transactions, resources: ledger.resources }
const last = ledger.transactions.length - 1

/** Stores of tokens that were created earlier are asked for. */
const middle: Partial<NetworkToIndex> = { start: { at: 200 } }

/** Time that passes in a moment, but never so fast that nothing else runs. */
const quickClock = () => {
  let now = 0
  return {
    now: () => now,
    wait: async (ms: number) => {
      now += ms
      await nextTurn()
    },
  }
}

type Run = {
  nodes: Record<string, LedgerNode>
  network?: Partial<NetworkToIndex>
  /** Asked again and again; the run is over when it says so. */
  until: () => Promise<boolean> | boolean
}

const run = async (store: Store<AptosTables>, { nodes, network, until }: Run): Promise<string[]> => {
  const stop = new AbortController()
  const warnings: string[] = []
  const log = {
    info: () => {},
    warn: (facts: object) => {
      const { err } = facts as { err?: Error }
      warnings.push(err?.message ?? '')
    },
  }
  const done = indexNetwork(
    store,
    {
      name: 'mainnet',
      node: nodeOf(nodes),
      start: { at: 0 },
      contents: [],
      pollMs: 10,
      clock: quickClock(),
      ...network,
    },
    { log, signal: stop.signal },
  )
  for (let asked = 0; !(await until()); asked++) {
    if (asked > 20_000) throw new Error(`the run does not come to its end: ${warnings.at(-1)}`)
    await nextTurn()
  }
  stop.abort()
  await done
  return warnings
}

const tipIs =
  (store: Store<AptosTables>, version: number, id = chainId) =>
  async (): Promise<boolean> =>
    (await readAptosIntervals(store.db, id)).some((interval) => interval.last >= version)

/** Answers that go wrong by chance, in every way that a node and the way to it have. */
const faulty =
  (chance: Chance, share: number): NonNullable<LedgerNode['bend']> =>
  async (answer) => {
    if (!chance.happens(share)) return answer
    const { headers } = answer
    const page: unknown = await answer.json()
    const bent = (body: unknown) => Response.json(body, { headers })
    const text = JSON.stringify(page)
    const ways: (() => Response | 'silence')[] = [
      () => new Response('busy', { status: 429, headers: { 'retry-after': '1' } }),
      () => new Response('busy', { status: 500 }),
      () => new Response('<html>', { status: 503 }),
      () => new Response(text.slice(0, text.length / 2), { headers }),
      () => bent({ error: true }),
      () => bent(null),
      () => {
        throw new TypeError('fetch failed')
      },
      () => (chance.happens(0.02) ? 'silence' : new Response(null, { status: 502 })),
    ]
    if (Array.isArray(page) && page.length > 1)
      ways.push(
        () => bent(page.toSpliced(chance.integer(0, page.length - 1), 1)),
        () => bent([page[0], ...page]),
        () => bent(page.toReversed()),
        () => bent(page.slice(0, chance.integer(0, page.length))),
        () => bent(page.map((one) => ({ ...one, events: undefined }))),
      )
    const way = ways[chance.integer(0, ways.length - 1)]
    return way ? way() : answer
  }

/** A store whose writes fail by chance: the transaction is reverted. */
const failing = (store: Store<AptosTables>, chance: Chance): Store<AptosTables> => ({
  ...store,
  insertMany: async (...given) => {
    if (chance.happens(0.1)) throw new Error('the disk is full')
    await store.insertMany(...given)
    if (chance.happens(0.1)) throw new Error('the disk is full')
  },
  upsertMany: async (...given) => {
    if (chance.happens(0.05)) throw new Error('the connection was lost')
    await store.upsertMany(...given)
  },
  findMany: (...given) => store.findMany(...given),
  deleteMany: (...given) => store.deleteMany(...given),
  withTables: () => store.withTables(),
})

describe.each(dialects)('%s', (dialect) => {
  const createStore = aptosStores(dialect)
  let known: Promise<string[]> | undefined
  const indexed = async (): Promise<string[]> => {
    const store = await createStore()
    await run(store, { nodes: { one: whole }, until: tipIs(store, last) })
    return dumpIndex(store)
  }
  const reference = () => (known ??= indexed())

  test.each(sample([1, 2], 1))(
    'random failures of nodes, database and process lose and duplicate nothing (%i)',
    async (seed) => {
      const expected = await reference()
      const chance = createChance(seed)
      const store = await createStore()
      const isAtEnd = tipIs(store, last)
      const nodes = {
        one: { ...whole, pageMax: 60, bend: faulty(chance, 0.3) },
        two: { ...whole, length: last - 50, bend: faulty(chance, 0.3) },
        three: { ...whole, bend: faulty(chance, 0.5) },
      }
      while (!(await isAtEnd())) {
        let left = chance.integer(20, 1_000)
        const until = async () => --left <= 0 || (await isAtEnd())
        await run(failing(store, chance), { nodes, until })
      }
      expect(await dumpIndex(store)).toEqual(expected)
    },
  )

  test('a node of another ledger with the same chain id is not used, and the status names it', async () => {
    const other = chanceLedger({ seed: 12, length: 320, moduleEraFrom: 160, tablesKnown: 0.8 })
    const store = await createStore()
    const nodes = { one: whole, two: { transactions: other.transactions, resources: other.resources } }
    const isNamed = async () => (await readAptosChainRow(store.db, chainId))?.refused_nodes !== null
    await run(store, { nodes, until: async () => (await tipIs(store, last)()) && (await isNamed()) })
    expect(await dumpIndex(store)).toEqual(await reference())
    expect(await readAptosChainRow(store.db, chainId)).toMatchObject({
      error: null,
      refused_nodes: expect.stringMatching(
        /^Node 2 of 2 is not used: its genesis transaction differs from that of node 1/,
      ),
    })
  })

  test('a node without resources leaves owners unknown, everything else is indexed, and no response is complete', async () => {
    const store = await createStore()
    const node: LedgerNode = { ...whole, resources: 'not served' }
    const warnings = await run(store, { nodes: { node }, network: middle, until: tipIs(store, last) })
    expect(warnings).toEqual([])
    expect(await readAptosChainRow(store.db, chainId)).toMatchObject({ error: null, lacks_state: 1 })
    const complete = await createStore()
    await run(complete, { nodes: { one: whole }, network: middle, until: tipIs(complete, last) })
    const countOf = (of: Store<AptosTables>) =>
      of.db
        .selectFrom('aptos_token_activities')
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
    expect(await countOf(store)).toEqual(await countOf(complete))

    const now = () => Date.now()
    const coverageFor = async (of: Store<AptosTables>) =>
      coverageOf(await createAptosCoverage(of.db, { now, ageMaxMs: 0 })(chainId), { first: 200 })
    expect(await coverageFor(complete)).toMatchObject({ isComplete: true })
    const covered = await coverageFor(store)
    expect(covered).toMatchObject({ isComplete: false, ranges: [{ first: 200, last }] })
    expect(coverageSentence(covered)).toMatch(/^The node did not serve account resources: owners/)
  })

  test("a proxy's 404 is not taken for a node without resources", async () => {
    const store = await createStore()
    const bend = (answer: Response) => (answer.status === 404 ? new Response('not found', { status: 404 }) : answer)
    const node: LedgerNode = { ...whole, resources: 'not served', bend }
    const isRefused = async () => (await readAptosChainRow(store.db, chainId))?.error != null
    await run(store, { nodes: { node }, network: middle, until: isRefused })
    expect(await readAptosChainRow(store.db, chainId)).toMatchObject({
      error: 'The Aptos node responded with 404.',
      lacks_state: null,
    })
  })

  test('follows the head when no start is set, and a restart continues from there', async () => {
    const store = await createStore()
    const node = { ...whole, length: 200 }
    const network: Partial<NetworkToIndex> = { start: { beforeHead: 0 } }
    await run(store, { nodes: { node }, network, until: tipIs(store, 199) })
    node.length = 300
    await run(store, { nodes: { node }, network, until: tipIs(store, 299) })
    expect(await readAptosIntervals(store.db, chainId)).toMatchObject([{ first: 199, last: 299 }])
  })
})

describe.each(dialects)('%s: part of a ledger', (dialect) => {
  const createStore = aptosStores(dialect)
  const intervalsOf = async (store: Store<AptosTables>) =>
    (await readAptosIntervals(store.db, chainId)).map(({ first, last }) => [first, last])

  test('stops at its configured end, and continues when the end is raised', async () => {
    const store = await createStore()
    await run(store, { nodes: { one: whole }, network: { end: 150 }, until: tipIs(store, 150) })
    expect(await intervalsOf(store)).toEqual([[0, 150]])
    await run(store, { nodes: { one: whole }, network: { end: last }, until: tipIs(store, last) })
    const reference = await createStore()
    await run(reference, { nodes: { one: whole }, until: tipIs(reference, last) })
    expect(await dumpIndex(store)).toEqual(await dumpIndex(reference))
  })

  test('stores only the given ranges in their order; filling the gap later gives the same rows as indexing in order', async () => {
    const store = await createStore()
    const ranges = [
      { first: 200, last: 260 },
      { first: 20, last: 90 },
    ]
    const until = async () => (await intervalsOf(store)).flat().join() === '20,90,200,260'
    await run(store, { nodes: { one: whole }, network: { ranges }, until })
    await run(store, { nodes: { one: whole }, until: tipIs(store, last) })
    expect(await intervalsOf(store)).toEqual([[0, last]])
    const reference = await createStore()
    await run(reference, { nodes: { one: whole }, until: tipIs(reference, last) })
    expect(await dumpIndex(store)).toEqual(await dumpIndex(reference))
  })
})

describe('a faulty node', () => {
  const createStore = aptosStores('sqlite')

  test('with pruned versions is reported with its oldest one, and an archive node fills in once configured', async () => {
    const store = await createStore()
    const nodes: Record<string, LedgerNode> = { pruned: { ...whole, oldest: 200 } }
    const status = () => readAptosChainRow(store.db, chainId)
    await run(store, { nodes, until: async () => (await status())?.error !== null && (await status()) !== undefined })
    expect(await status()).toMatchObject({
      error:
        'The Aptos node no longer keeps version 0: the oldest it has is 200. An archive node or a hosted source has it.',
      oldest_version: 200,
      head_version: last,
    })
    expect(await readAptosIntervals(store.db, chainId)).toEqual([])
    const until = tipIs(store, last)
    await run(store, { nodes: { ...nodes, archive: whole }, until })
    await run(store, { nodes: { archive: whole }, until: async () => (await status())?.error === null })
  })

  test('of the other network is refused, with an error that says so', async () => {
    const store = await createStore()
    const status = () => readAptosChainRow(store.db, 1)
    const nodes = { node: { ...whole, chainId: 2 } }
    await run(store, { nodes, until: async () => (await status()) !== undefined })
    expect(await status()).toMatchObject({
      error: 'The Aptos node belongs to another network (chain id 2, expected 1).',
      head_version: null,
    })
    expect(await readAptosIntervals(store.db, 2)).toEqual([])
  })

  test('that switches to another network adds nothing', async () => {
    const store = await createStore()
    const node: LedgerNode = { ...whole, length: 200 }
    let heard = 0
    const until = async () => {
      if (await tipIs(store, 199)()) Object.assign(node, { chainId: 9, length: 320 })
      const row = await readAptosChainRow(store.db, chainId)
      if (row?.error) heard += 1
      return heard > 20
    }
    await run(store, { nodes: { node }, until })
    expect((await readAptosChainRow(store.db, chainId))?.error).toMatch(/another network \(chain id 9, expected 4\)/)
    expect(await readAptosIntervals(store.db, chainId)).toMatchObject([{ first: 0, last: 199 }])
  })

  test('whose head jumps back is waited for, without loss or a warning', async () => {
    const store = await createStore()
    const node: LedgerNode = { ...whole, length: 250 }
    await run(store, { nodes: { node }, until: tipIs(store, 249) })
    node.length = 150
    let polls = 0
    const warnings = await run(store, { nodes: { node }, until: () => ++polls > 200 })
    expect(warnings).toEqual([])
    expect(await readAptosIntervals(store.db, chainId)).toMatchObject([{ first: 0, last: 249 }])
    node.length = 320
    await run(store, { nodes: { node }, until: tipIs(store, 319) })
  })

  test('that lags does not hold up indexing: the node with the highest version leads', async () => {
    const store = await createStore()
    const nodes = { lagging: { ...whole, length: 100 }, ahead: whole }
    const warnings = await run(store, { nodes, until: tipIs(store, last) })
    expect(warnings).toEqual([])
  })

  test('with another ledger under the same chain id is refused, since indexed versions are final', async () => {
    const store = await createStore()
    await run(store, { nodes: { node: { ...whole, length: 200 } }, until: tipIs(store, 199) })
    const other = chanceLedger({ seed: 12, length: 400 })
    const error = async () => (await readAptosChainRow(store.db, chainId))?.error
    const nodes = { node: { transactions: other.transactions } }
    await run(store, { nodes, until: async () => typeof (await error()) === 'string' })
    expect(await error()).toMatch(/a different history than the index/)
    expect(await readAptosIntervals(store.db, chainId)).toMatchObject([{ first: 0, last: 199 }])
  })
})

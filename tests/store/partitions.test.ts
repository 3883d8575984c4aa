import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pages } from '#components/pages.ts'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import { demoAptosChainId, demoChainId } from '#lib/demo/cast.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { servedLedgers } from '#tests/coverage/indexed-ledgers.ts'
import { listPaths, pageAddresses, readThings } from '#tests/coverage/questions.ts'
import { refusedByCitus } from './citus-forms.ts'
import {
  type Partitioned,
  partitionByChain,
  recordStatements,
  statementsOfOtherChains,
  tablesWithoutChain,
} from './partitioned-tables.ts'
import { testStores } from './test-stores.ts'
import { backfillContracts, followThroughReorg, workedChains } from './work-of-chains.ts'

// React's own `cache` exists on the server only; here each call asks.
vi.mock('react', async (original) => ({ ...(await original<object>()), cache: <F>(ask: F): F => ask }))

/** The two bundled ledgers, and the networks and chains that are asked about or written besides. */
const chains = [demoChainId, demoAptosChainId, ...workedChains]

/** The tests' own look at what is stored. */
const sentByFixtures = [
  'select "last_block" from "evm_intervals" where "last_block" >= $1',
  'select "last_version" from "aptos_intervals" where "last_version" >= $1',
]

describe('tables partitioned by chain', () => {
  const { createUrl } = testStores('postgres')
  const recorder = recordStatements()
  const closing: (() => Promise<unknown>)[] = []
  let client: Client
  let store: Store<unknown>
  let partitioned: Partitioned[]
  let withoutChain: string[]
  let migrating: string[]
  const failures: string[] = []
  let backfilled: number
  let found: number

  beforeAll(async () => {
    const url = await createUrl()
    client = new Client({ connectionString: url })
    await client.connect()
    store = await openStore(url)
    closing.push(
      () => store.close(),
      () => client.end(),
    )
    await migrate(store, storeMigrations, evmMigrations, aptosMigrations)
    migrating = [...recorder.sent.keys()]
    withoutChain = await tablesWithoutChain(client)
    partitioned = await partitionByChain(client, chains)
    recorder.sent.clear()
    const ask = await servedLedgers(store, {}, pages)
    recorder.stop()
    const things = await readThings(store)
    recorder.start()
    const paths = [
      ...Object.values(listPaths(things)).flat(),
      ...Object.values(pageAddresses(things))
        .flat()
        .map((page) => `/api/page/json${page === '/' ? '/index' : page}`),
    ]
    for (const path of paths) {
      const answer = await ask(path)
      if (answer.status >= 500) failures.push(`${path}: ${answer.status} ${await answer.text()}`)
      else await answer.text()
    }
    backfilled = await backfillContracts(store.withTables<EvmTables>())
    found = await followThroughReorg(store.withTables<EvmTables>())
    recorder.stop()
  }, 300_000)
  afterAll(async () => {
    recorder.stop()
    for (const close of closing) await close()
  })

  test('are all tables of chains', () => {
    expect(withoutChain).toEqual([])
    expect(partitioned.length).toBeGreaterThan(40)
  })

  test('are indexed, backfilled, searched and asked every question', () => {
    expect(failures).toEqual([])
    expect(backfilled).toBeGreaterThan(0)
    expect(found).toBeGreaterThan(0)
  })

  test('are read and written in one partition by each statement', async () => {
    expect(recorder.sent.size).toBeGreaterThan(200)
    const unscoped = await statementsOfOtherChains(client, recorder.sent.values())
    expect(unscoped.filter(({ text }) => !sentByFixtures.includes(text))).toEqual([])
  })

  test('are made, read and written by no statement that Citus refuses', () => {
    expect(migrating.length).toBeGreaterThan(200)
    expect(refusedByCitus([...migrating, ...recorder.sent.keys()])).toEqual([])
  })

  test('never change the chain of a row, nor are asked for a list of chains', () => {
    const texts = [...recorder.sent.keys()]
    const changes = texts.flatMap((text) =>
      text.startsWith('update ') ? (text.split(' set ')[1] ?? []) : (text.split(' do update set ')[1] ?? []),
    )
    expect(changes.length).toBeGreaterThan(10)
    expect(changes.filter((change) => /(?:^|, )"?chain(?:_id)?"? = /.test(change))).toEqual([])
    expect(texts.filter((text) => /"?\bchain(?:_id)?"? (?:in \(|= any)/i.test(text))).toEqual([])
  })
})

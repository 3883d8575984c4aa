import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { indexChain } from '#lib/evm/index-chain.ts'
import { evmMigrations } from '#lib/evm/migrations.ts'
import { createEvmReader } from '#lib/evm/node/reading/reader.ts'
import { createPool } from '#lib/evm/node/transport/pool.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createDatabaseWatch } from '#lib/store/drivers/database-watch.ts'
import { failureKind } from '#lib/store/drivers/failure.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { testStores } from './store/test-stores.ts'
import { type Anvil, startAnvil } from './support/anvil.ts'
import { apiKey, type RunningApiServer, startApiServer } from './support/api-server.ts'
import { createDatabase, type Postgres, startPostgres } from './support/postgres.ts'

/* A worker and an API server, as processes of their own, whose database fails while they run. */

const patiently = { timeout: 90_000, interval: 100 }
const cutsMin = 15
const roundsMax = 300

let anvil: Anvil
let accounts: string[]
beforeAll(async () => {
  anvil = await startAnvil(['--chain-id', '31337'])
  accounts = (await anvil.rpc('eth_accounts')) as string[]
})
afterAll(() => anvil.stop())

let server: RunningApiServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

const start = async (databaseUrl: string): Promise<RunningApiServer> => {
  server = await startApiServer({ DATABASE_URL: databaseUrl, NODE_URL_LOCAL: anvil.url, START_BLOCK_LOCAL: '0' })
  return server
}

const head = async (): Promise<number> => Number(await anvil.rpc('eth_blockNumber'))

/** Blocks with a transaction in each, whose call data has so many bytes. */
const mine = async (blocks: number, dataBytes = 0): Promise<void> => {
  const [from, to] = accounts
  for (let mined = 0; mined < blocks; mined++) {
    const hash = await anvil.rpc('eth_sendTransaction', [
      { from, to, value: '0x1', data: `0x${'ab'.repeat(dataBytes)}`, gas: '0x1c9c380' },
    ])
    await expect
      .poll(() => anvil.rpc('eth_getTransactionReceipt', [hash]), { interval: 5, timeout: 10_000 })
      .not.toBeNull()
  }
}

type Answer = { status: number; retryAfter: string | null; body: string }

const askFor = async (path: string): Promise<Answer> => {
  const response = await fetch(`${server?.url}${path}`, { headers: { 'x-api-key': apiKey } })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() }
}
/** Reads the index. */
const askBlocks = (): Promise<Answer> => askFor('/api/explorer/evm/blocks?chain=local')

const isIndexedTo = async (number: number): Promise<boolean> => {
  const { status, body } = await askBlocks()
  return status === 200 && body.includes(`"${number}"`)
}

/** Every block and transaction of the chain is stored once. */
const expectWhole = async (databaseUrl: string): Promise<void> => {
  const store = await openStore<EvmTables>(databaseUrl)
  const last = await head()
  const expected: string[] = []
  for (let number = 0; number <= last; number++) {
    const block = (await anvil.rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])) as {
      hash: string
      transactions: string[]
    }
    expected.push(block.hash, ...block.transactions)
  }
  expect(await storedHashes(store)).toEqual(expected.sort())
  await store.close()
}

const storedHashes = async ({ db }: Store<EvmTables>): Promise<string[]> => {
  const blocks = await db.selectFrom('evm_blocks').select('hash').where('chain', '=', 31_337).execute()
  const transactions = await db.selectFrom('evm_transactions').select('hash').where('chain', '=', 31_337).execute()
  return [...blocks, ...transactions].map(({ hash }) => `0x${Buffer.from(hash).toString('hex')}`).sort()
}

type Line = { level: string; process?: string; msg: string; err?: unknown }

/** What both processes have said at `warn` and above. */
const complaints = (): Line[] =>
  (server?.output() ?? '')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line))
    .filter(({ level }) => level === 'warn' || level === 'error')

const expectRefusal = ({ status, retryAfter, body }: Answer): void => {
  expect(status).toBe(503)
  expect(Number(retryAfter)).toBeGreaterThan(0)
  expect(body).not.toMatch(/ {4}at |node_modules|postgres:/)
}

describe('a PostgreSQL server', () => {
  let postgres: Postgres
  let databaseUrl: string
  let admin: Client | undefined
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())
  const connect = async (): Promise<Client> => {
    admin = new Client({ connectionString: postgres.url })
    await admin.connect()
    return admin
  }
  afterEach(async () => {
    await admin?.end()
    admin = undefined
  })

  test('that restarts: 503 while it is down, one log line, then both processes continue without loss or duplicates', async () => {
    databaseUrl = await createDatabase(postgres.url)
    await start(databaseUrl)
    await mine(5)
    await expect.poll(async () => isIndexedTo(await head()), patiently).toBe(true)
    await postgres.crash()
    const answers: Answer[] = []
    for (let asked = 0; asked < 40; asked++) answers.push(await askBlocks())
    for (const answer of answers) expectRefusal(answer)
    expect((await askFor('/api/health')).status).toBe(503)
    await mine(5)
    await postgres.start()
    await expect.poll(async () => isIndexedTo(await head()), patiently).toBe(true)
    expect((await askFor('/api/health')).status).toBe(200)
    await expectWhole(databaseUrl)
    const said = complaints()
    for (const program of ['worker', 'api'])
      expect(said.filter((line) => line.process === program).map(({ msg }) => msg)).toEqual([
        // Its beginning is the test server's password, which is taken out of every line.
        expect.stringMatching(/QL at 127\.0\.0\.1:\d+ cannot be reached\. Retrying;/),
      ])
    expect(server?.output()).toContain('The database works again.')
    expect(server?.output()).not.toContain('"stack"')
  })

  test('whose connections are cut during writes: nothing is lost or duplicated', async () => {
    databaseUrl = await createDatabase(postgres.url)
    await start(databaseUrl)
    const client = await connect()
    let cuts = 0
    // The worker connects at its own pace: a fixed number of rounds could end before enough connections are cut.
    for (let round = 0; cuts < cutsMin; round++) {
      expect(round).toBeLessThan(roundsMax)
      await mine(1)
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and application_name = 'spyglass worker'
           and ($2 or (state <> 'idle' and query !~* '^\\s*select'))`,
        [new URL(databaseUrl).pathname.slice(1), round % 3 === 0],
      )
      cuts += rowCount ?? 0
    }
    await expect.poll(async () => isIndexedTo(await head()), patiently).toBe(true)
    await expectWhole(databaseUrl)
    expect(server?.output()).not.toContain('"stack"')
  })

  test('that becomes read-only: indexed data is still served, and indexing resumes when writes work again', async () => {
    databaseUrl = await createDatabase(postgres.url)
    await start(databaseUrl)
    const before = await head()
    await expect.poll(() => isIndexedTo(before), patiently).toBe(true)
    const client = await connect()
    await client.query('alter system set default_transaction_read_only = on')
    await client.query('select pg_reload_conf()')
    await mine(3)
    const isSaid = () => complaints().filter(({ msg }) => /is read-only, like/.test(msg)).length
    await expect.poll(isSaid, patiently).toBeGreaterThan(0)
    for (let asked = 0; asked < 20; asked++) expect((await askBlocks()).status).toBe(200)
    await client.query('set transaction_read_only = off')
    await client.query('set default_transaction_read_only = off')
    await client.query('alter system reset default_transaction_read_only')
    await client.query('select pg_reload_conf()')
    await expect.poll(async () => isIndexedTo(await head()), patiently).toBe(true)
    await expectWhole(databaseUrl)
    expect(complaints().length).toBeLessThanOrEqual(4)
    expect(server?.output()).not.toContain('"stack"')
  })
})

describe('a SQLite file', () => {
  const stores = testStores('sqlite')

  test('locked by another program for longer than a write waits: reads continue, indexing resumes', async () => {
    const databaseUrl = await stores.createUrl()
    await start(databaseUrl)
    const before = await head()
    await expect.poll(() => isIndexedTo(before), patiently).toBe(true)
    const holder = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 10_000 })
    holder.exec('begin immediate')
    await mine(3)
    const isSaid = () => complaints().some(({ msg }) => /locked by another program/.test(msg))
    await expect.poll(isSaid, patiently).toBe(true)
    expect((await askBlocks()).status).toBe(200)
    holder.exec('rollback')
    holder.close()
    await expect.poll(async () => isIndexedTo(await head()), patiently).toBe(true)
    await expectWhole(databaseUrl)
    expect(server?.output()).not.toContain('"stack"')
  })

  test.each([
    { fault: 'full', begin: 'max_page_count = 1', end: 'max_page_count = 1000000' },
    { fault: 'read-only', begin: 'query_only = on', end: 'query_only = off' },
  ])(
    'that is $fault while it is indexed: one log line, and indexing resumes without loss',
    async ({ begin, end, fault }) => {
      const said: unknown[] = []
      const watch = createDatabaseWatch({
        onFault: (error) => said.push(failureKind(error)),
        onRecovery: () => said.push('works again'),
      })
      const databaseUrl = await stores.createUrl()
      const store = await openStore<EvmTables>(databaseUrl, { watch })
      await migrate(store, storeMigrations, evmMigrations)
      const stopped = new AbortController()
      const pool = createPool([anvil.transport()])
      const log = { info: () => {}, warn: () => {} }
      const chain = { name: 'local', expectedId: 31_337, start: { at: 0 }, mayReset: true, pollMs: 100 }
      const reader = createEvmReader(pool, { finalityBlocks: 0, checkBloom: true })
      const indexing = indexChain(store.withTables<EvmTables>(), { ...chain, reader }, log, stopped.signal)
      const isWhole = async () => (await storedHashes(store)).length
      await mine(1)
      await expect.poll(isWhole, patiently).toBe((await head()) * 2 + 1)

      // Of the connection that writes. A page count below the present one leaves the file as large as it is.
      await sql.raw(`pragma ${begin}`).execute(store.db)
      await mine(20, 20_000)
      await expect.poll(() => said, patiently).toContain(fault)
      expect(await isWhole()).toBeLessThan((await head()) * 2 + 1)
      await sql.raw(`pragma ${end}`).execute(store.db)
      await expect.poll(isWhole, patiently).toBe((await head()) * 2 + 1)
      stopped.abort()
      await (await indexing).rereading
      expect(said.filter((word) => word === fault)).toHaveLength(1)
      await store.close()
      await expectWhole(databaseUrl)
    },
  )
})

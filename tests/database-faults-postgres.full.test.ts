import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  askBlocks,
  askFor,
  complaints,
  expectRefusal,
  expectWhole,
  head,
  isIndexedTo,
  mine,
  output,
  patiently,
  provideDevnet,
  start,
} from './support/faulty-database.ts'
import { createDatabase, type Postgres, startPostgres } from './support/postgres.ts'

const cutsMin = 15
const roundsMax = 300

provideDevnet()

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
    expect(output()).toMatch(/QL at 127\.0\.0\.1:\d+ works again\./)
    expect(output()).not.toContain('"stack"')
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
    expect(output()).not.toContain('"stack"')
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
    expect(output()).not.toContain('"stack"')
  })
})

import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '#lib/store/open.ts'
import { readSetting, storeMigrations, writeSetting } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'

/* Lists on a hot standby of a real server, writes on its primary. */

let postgres: Postgres
let standby: Awaited<ReturnType<Postgres['startStandby']>>
let databaseUrl: string
let store: Store<unknown>
const states: string[] = []

const onStandby = (url: string): string =>
  Object.assign(new URL(standby.url), { pathname: new URL(url).pathname }).toString()

beforeAll(async () => {
  postgres = await startPostgres()
  standby = await postgres.startStandby()
  databaseUrl = await postgres.createDatabase()
  store = await openStore(databaseUrl, {
    replica: { url: onStandby(databaseUrl), everyMs: 50, lagMaxMs: 500, onChange: ({ state }) => states.push(state) },
  })
  await migrate(store, storeMigrations)
}, 120_000)
afterAll(async () => {
  await store?.close()
  await postgres?.stop()
})

const portOf = (url: string): number => Number(new URL(url).port)

/** The port of the server that answers a read. */
const readPort = async (purpose: 'rows' | 'coverage'): Promise<number> => {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(store.reads(purpose).db)
  return rows[0]?.port ?? 0
}

const state = () => store.replica()?.state

/** Runs a statement of the operator on the standby. */
const operate = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: standby.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('reads go to the primary until the replica has the tables, then coverage before rows', async () => {
  expect(await readPort('rows')).toBe(portOf(postgres.url))
  expect(await readPort('coverage')).toBe(portOf(postgres.url))
  store.startReplica()
  await expect.poll(state, { interval: 5 }).toBe('used')
  expect(states).toEqual(['behind', 'used'])
  expect(await readPort('rows')).toBe(portOf(standby.url))
  expect(await readPort('coverage')).toBe(portOf(standby.url))
})

test('only `reads` uses the replica, and its writes and transactions go to the primary', async () => {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(store.db)
  expect(rows).toEqual([{ port: portOf(postgres.url) }])
  const reads = store.reads('rows')
  await writeSetting(reads, 'note', 'first')
  await expect.poll(() => readSetting(reads, 'note')).toBe('first')
  await reads.db.transaction().execute(async (transaction) => {
    const inside = await sql<{ port: number }>`select inet_server_port() as port`.execute(transaction)
    expect(inside.rows).toEqual([{ port: portOf(postgres.url) }])
  })
  const failing = reads.db.transaction().execute(async (transaction) => {
    await sql`delete from setting where name = 'note'`.execute(transaction)
    throw new Error('changed our mind')
  })
  await expect(failing).rejects.toThrow('changed our mind')
  expect(await readSetting(store, 'note')).toBe('first')
})

test('a replica that falls behind is not read for rows until it catches up; coverage stays as old as it is', async () => {
  await operate('select pg_wal_replay_pause()')
  await expect.poll(state, { interval: 10 }).toBe('behind')
  expect(store.replica()?.lagMs).toBeGreaterThan(500)
  expect(await readPort('rows')).toBe(portOf(postgres.url))
  expect(await readPort('coverage')).toBe(portOf(standby.url))
  await writeSetting(store, 'note', 'second')
  expect(await readSetting(store.reads('rows'), 'note')).toBe('second')
  expect(await readSetting(store.reads('coverage'), 'note')).toBe('first')
  await operate('select pg_wal_replay_resume()')
  await expect.poll(state, { interval: 10 }).toBe('used')
  expect(await readSetting(store.reads('rows'), 'note')).toBe('second')
  expect(store.replica()?.lagMs).toBe(0)
})

test('reads continue on the primary when the replica is gone, and return to it', async () => {
  expect(state()).toBe('used')
  await standby.crash()
  const answers = await Promise.all(Array.from({ length: 20 }, () => readSetting(store.reads('rows'), 'note')))
  expect(new Set(answers)).toEqual(new Set(['second']))
  expect(state()).toBe('unreachable')
  expect(await readPort('coverage')).toBe(portOf(postgres.url))
  await standby.start()
  await expect.poll(state, { timeout: 20_000, interval: 10 }).toBe('used')
  expect(await readPort('rows')).toBe(portOf(standby.url))
})

test('a wrong statement fails as it does on the primary', async () => {
  await expect(sql`select nothing from nowhere`.execute(store.reads('rows').db)).rejects.toThrow(/nowhere/)
  expect(state()).toBe('used')
})

test('reads continue on the replica while the primary is down', async () => {
  expect(state()).toBe('used')
  await postgres.crash()
  expect(await readSetting(store.reads('rows'), 'note')).toBe('second')
  await expect(readSetting(store, 'note')).rejects.toThrow('The database cannot be reached.')
  await postgres.start()
  await expect.poll(() => readSetting(store, 'note').catch(() => undefined), { timeout: 20_000 }).toBe('second')
  await expect.poll(state, { timeout: 20_000 }).toBe('used')
})

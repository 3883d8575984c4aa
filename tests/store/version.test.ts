import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { dialects, testStores } from './test-stores.ts'

type Tables = { note: { id: number; text: string }; daily_use: { id: number } }

const createTables = async (db: Kysely<Tables>) => {
  await db.schema.createTable('note').addColumn('id', 'integer').addColumn('text', 'text').execute()
  await db.schema.createTable('daily_use').addColumn('id', 'integer').execute()
}

/** Two processes' stores of one database, and the version that the first sees once it has changed. */
const pairOf = async (stores: ReturnType<typeof testStores>) => {
  const url = await stores.createUrl()
  const [reader, writer] = [await openStore<Tables>(url), await openStore<Tables>(url)]
  await createTables(writer.db)
  await expect.poll(() => reader.version()).toBeDefined()
  return { reader, writer, close: () => Promise.all([reader.close(), writer.close()]) }
}

const afterChange = async (store: Store<Tables>, make: () => Promise<unknown>) => {
  const before = store.version()
  await make()
  await expect.poll(() => store.version()).not.toBe(before)
  return store.version()
}

for (const dialect of dialects) {
  const stores = testStores(dialect)

  test(`every way to write gives other processes another version (${dialect})`, async () => {
    const { reader, writer, close } = await pairOf(stores)
    const inTransaction = (write: (transaction: Parameters<typeof writer.insertMany>[0]) => Promise<unknown>) =>
      writer.db.transaction().execute(write)
    const rows = [{ id: 2, text: 'b' }]
    const writes: Record<string, () => Promise<unknown>> = {
      insert: () => writer.db.insertInto('note').values({ id: 1, text: 'a' }).execute(),
      update: () => writer.db.updateTable('note as n').set({ text: 'c' }).execute(),
      'delete by raw SQL': () => sql`delete from note where id = 1`.execute(writer.db),
      'many rows': () => inTransaction((transaction) => writer.insertMany(transaction, 'note', rows)),
      'many keys': () => inTransaction((transaction) => writer.deleteMany(transaction, 'note', [{ id: 2 }])),
      'two statements': () =>
        inTransaction(async (transaction) => {
          await transaction.insertInto('daily_use').values({ id: 1 }).execute()
          await transaction.insertInto('note').values(rows).execute()
        }),
    }
    const seen = [reader.version()]
    for (const write of Object.values(writes)) seen.push(await afterChange(reader, write))
    expect(new Set(seen).size).toBe(Object.keys(writes).length + 1)
    await close()
  })
}

const postgres = testStores('postgres')

test('PostgreSQL tells nobody of limits, of what was rolled back, or of statements that changed nothing', async () => {
  const { reader, writer, close } = await pairOf(postgres)
  const before = reader.version()
  await writer.db.insertInto('daily_use').values({ id: 1 }).execute()
  await sql`
    INSERT INTO "daily_use" VALUES (2)`.execute(writer.db)
  await writer.db.updateTable('note').set({ text: 'c' }).where('id', '=', 7).execute()
  const failed = writer.db.transaction().execute(async (transaction) => {
    await transaction.insertInto('note').values({ id: 3, text: 'd' }).execute()
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  const [prefix, count] = (before ?? '').split('.')
  // Commits are told of in their order: the next one that counts is the first that was told of.
  const after = await afterChange(reader, () => writer.db.insertInto('note').values({ id: 4, text: 'e' }).execute())
  expect(after).toBe(`${prefix}.${Number(count) + 1}`)
  await close()
})

test('a version that was missed while PostgreSQL could not tell is another one', async () => {
  const { reader, writer, close } = await pairOf(postgres)
  const before = reader.version()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(writer.db)
  await expect.poll(() => reader.version()).toBeUndefined()
  await writer.db.insertInto('note').values({ id: 1, text: 'a' }).execute()
  await expect.poll(() => reader.version()).toBeDefined()
  expect(reader.version()).not.toBe(before)
  await close()
})

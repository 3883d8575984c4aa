import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { MigrationSet } from '#lib/store/store.ts'
import { dialects, testStores } from './test-stores.ts'

type Row = { id: number; amount: string; hash: Uint8Array; name: string | null; score: number; spam: number }
type Tables = { entry: Row; unrelated: { id: number } }

const entries: MigrationSet = {
  name: 'inserted-entries',
  migrations: (types) => ({
    '001-entry': {
      up: async (db) => {
        await db.schema
          .createTable('entry')
          .addColumn('id', types.integer, (column) => column.primaryKey().notNull())
          .addColumn('amount', types.text, (column) => column.notNull())
          .addColumn('hash', types.bytes, (column) => column.notNull())
          .addColumn('name', types.text)
          .addColumn('score', types.real, (column) => column.notNull())
          .addColumn('spam', types.flag, (column) => column.notNull())
          .execute()
      },
    },
  }),
}

describe.each(dialects)('insertMany on %s', (dialect) => {
  const stores = testStores(dialect)
  const entryStore = async () => {
    const store = await stores.createMigratedStore<Tables>(entries)
    return store
  }

  test('every value is read back unchanged', async () => {
    const store = await entryStore()
    const names = ['tab\tand\nline\r\n', '\\N', '\\', '', 'quote \' " ` ;', 'žluť 🐴', '\\.', '\\x00', null]
    const rows: Row[] = names.map((name, id) => ({
      id: Number.MAX_SAFE_INTEGER - 1_000 + id,
      amount: (2n ** 256n - 1n).toString(),
      hash: new Uint8Array(id === 3 ? [] : randomBytes(32)),
      name,
      score: id / 3,
      spam: id % 2,
    }))
    await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'entry', rows))
    const stored = await store.db.selectFrom('entry').selectAll().orderBy('id').execute()
    expect(stored.map((row) => ({ ...row }))).toStrictEqual(rows)
  })

  test('a bigint keeps every digit, and NUL is removed from text', async () => {
    const store = await entryStore()
    const amount = 2n ** 255n + 1n
    const row = { id: 1n, amount, hash: new Uint8Array(1), name: 'a\0b\0', score: 0, spam: 0 }
    await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'entry', [row]))
    await store.db
      .insertInto('entry')
      .values({ ...row, id: 2, amount: `${amount}` })
      .execute()
    const stored = await store.db.selectFrom('entry').select(['id', 'amount', 'name']).orderBy('id').execute()
    expect(stored.map((one) => ({ ...one }))).toEqual([
      { id: 1, amount: `${amount}`, name: 'ab' },
      { id: 2, amount: `${amount}`, name: 'ab' },
    ])
  })

  test.each([0, 1, 99, 100, 101, 5_250])('%i rows are all inserted', async (count) => {
    const store = await entryStore()
    const rows = Array.from({ length: count }, (_, id) => ({
      id,
      amount: `${id}`,
      hash: new Uint8Array([id & 255]),
      name: null,
      score: 0,
      spam: 0,
    }))
    await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'entry', rows))
    const { rows: counted } = await sql<{ count: number; sum: number }>`
      select count(*) as count, cast(coalesce(sum(id), 0) as bigint) as sum from entry`.execute(store.db)
    expect({ ...counted[0] }).toEqual({ count, sum: rows.reduce((sum, { id }) => sum + id, 0) })
  })

  test('a constraint violation rolls back the whole transaction', async () => {
    const store = await entryStore()
    const row = (id: number) => ({ id, amount: '1', hash: new Uint8Array(1), name: null, score: 0, spam: 0 })
    const rows = [...Array.from({ length: 500 }, (_, id) => row(id)), row(7)]
    const insertion = store.db.transaction().execute(async (transaction) => {
      await store.insertMany(transaction, 'entry', rows)
    })
    await expect(insertion).rejects.toThrow(/unique|duplicate/i)
    expect(await store.db.selectFrom('entry').select('id').execute()).toEqual([])
  })

  test.each([
    ['undefined', undefined],
    ['a boolean', true],
    ['an object', { amount: 1 }],
  ])('%s is refused instead of converted', async (_, name) => {
    const store = await entryStore()
    const row = { id: 1, amount: '1', hash: new Uint8Array(1), name, score: 0, spam: 0 }
    const insertion = store.db.transaction().execute(async (transaction) => {
      await store.insertMany(transaction, 'entry', [row])
    })
    await expect(insertion).rejects.toThrow(TypeError)
  })

  test('values are inserted by column name, whatever the order of the table', async () => {
    const store = await entryStore()
    const row = { spam: 1, score: 2.5, name: 'n', hash: new Uint8Array([9]), amount: '3', id: 4 }
    await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'entry', [row]))
    expect({ ...(await store.db.selectFrom('entry').selectAll().executeTakeFirstOrThrow()) }).toEqual(row)
  })

  test('a concurrent read sees nothing before the commit, and does not wait', async () => {
    const store = await entryStore()
    const row = { id: 1, amount: '1', hash: new Uint8Array(1), name: null, score: 0, spam: 0 }
    await store.db.transaction().execute(async (transaction) => {
      await store.insertMany(transaction, 'entry', [row])
      expect(await store.db.selectFrom('entry').select('id').execute()).toEqual([])
      expect(await transaction.selectFrom('entry').select('id').execute()).toEqual([{ id: 1 }])
    })
    expect(await store.db.selectFrom('entry').select('id').execute()).toEqual([{ id: 1 }])
  })

  test('a read-only transaction has one snapshot, and cannot write', async () => {
    const store = await entryStore()
    const row = (id: number) => ({ id, amount: '1', hash: new Uint8Array(1), name: null, score: 0, spam: 0 })
    const snapshot = () => store.db.transaction().setAccessMode('read only').setIsolationLevel('repeatable read')
    await snapshot().execute(async (transaction) => {
      expect(await transaction.selectFrom('entry').select('id').execute()).toEqual([])
      await store.db.insertInto('entry').values(row(1)).execute()
      expect(await transaction.selectFrom('entry').select('id').execute()).toEqual([])
    })
    const writing = snapshot().execute((transaction) => transaction.insertInto('entry').values(row(2)).execute())
    await expect(writing).rejects.toMatchObject({ code: 'not_available' })
    expect(await store.db.selectFrom('entry').select('id').execute()).toEqual([{ id: 1 }])
  })
})

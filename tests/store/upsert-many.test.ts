import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { MigrationSet } from '#lib/store/store.ts'
import { dialects, testStores } from './test-stores.ts'

type Row = {
  chain: number
  hash: Uint8Array
  amount: string
  name: string | null
  is_held: number
  place: number | null
}
type Tables = { entry: Row; pair: { left: number; right: string } }

const entries: MigrationSet = {
  name: 'upserted-entries',
  migrations: (types) => ({
    '001-entry': {
      up: async (db) => {
        await db.schema
          .createTable('entry')
          .addColumn('chain', types.integer, (column) => column.notNull())
          .addColumn('hash', types.bytes, (column) => column.notNull())
          .addColumn('amount', types.text, (column) => column.notNull())
          .addColumn('name', types.text)
          .addColumn('is_held', types.flag, (column) => column.notNull())
          .addColumn('place', types.small)
          .addPrimaryKeyConstraint('entry_key', ['chain', 'hash'])
          .modifyEnd(types.keyOrdered)
          .execute()
        await db.schema
          .createTable('pair')
          .addColumn('left', types.small, (column) => column.notNull())
          .addColumn('right', types.text, (column) => column.notNull())
          .addPrimaryKeyConstraint('pair_key', ['left', 'right'])
          .execute()
      },
    },
  }),
}

const columns = ['chain', 'hash', 'amount', 'name', 'is_held', 'place'] as const
const key = ['chain', 'hash'] as const

const bytesOf = (index: number): Uint8Array => new Uint8Array([index >> 8, index & 255])
const rowOf = (index: number, amount = `${index}`): Row => ({
  chain: 1,
  hash: bytesOf(index),
  amount,
  name: null,
  is_held: index % 2,
  place: index % 3 ? index : null,
})
const byHash = (a: { hash: Uint8Array }, b: { hash: Uint8Array }) => Buffer.compare(a.hash, b.hash)
const plain = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row })).sort(byHash)

describe.each(dialects)('bulk operations by key on %s', (dialect) => {
  const stores = testStores(dialect)
  const entryStore = async () => {
    const store = await stores.createMigratedStore<Tables>(entries)
    return {
      store,
      upsert: (rows: readonly Record<string, unknown>[]) =>
        store.db.transaction().execute((transaction) => store.upsertMany(transaction, 'entry', { key, rows })),
      find: (keys: readonly Partial<Row>[]) =>
        store.db.transaction().execute((transaction) => store.findMany(transaction, 'entry', { columns, keys })),
      all: async () => plain(await store.db.selectFrom('entry').selectAll().execute()),
    }
  }

  test.each([0, 1, 99, 100, 101, 2_350])('%i rows are inserted if new and replaced if stored', async (count) => {
    const { upsert, all } = await entryStore()
    const old = Array.from({ length: count }, (_, index) => rowOf(index * 2, 'old'))
    const rows = Array.from({ length: count }, (_, index) => rowOf(index, 'new'))
    await upsert(old)
    await upsert(rows)
    const untouched = old.filter(({ hash }) => !rows.some((row) => byHash(row, { hash }) === 0))
    expect(await all()).toEqual(plain([...rows, ...untouched]))
  })

  test('columns missing from the rows are unchanged', async () => {
    const { upsert, all } = await entryStore()
    await upsert([{ ...rowOf(1), name: 'kept', place: 7 }])
    await upsert([{ chain: 1, hash: bytesOf(1), amount: '5', is_held: 0 }])
    expect(await all()).toEqual([{ ...rowOf(1), amount: '5', name: 'kept', is_held: 0, place: 7 }])
  })

  test('every value is read back unchanged', async () => {
    const { upsert, find } = await entryStore()
    const names = [
      'tab\tand\nline\r\n',
      '\\N',
      'NULL',
      'null',
      '\\',
      '',
      '{"a",b}',
      'quote \' " ` ;',
      'žluť 🐴',
      ' ',
      null,
    ]
    const rows = names.map((name, index) => ({
      ...rowOf(index),
      hash: new Uint8Array(index === 3 ? [] : randomBytes(32)),
      name,
      amount: (2n ** 256n - 1n).toString(),
    }))
    await upsert(rows)
    await upsert(rows)
    expect(plain(await find(rows.map(({ chain, hash }) => ({ chain, hash }))))).toEqual(plain(rows))
  })

  test('a bigint keeps every digit, and NUL is removed from text', async () => {
    const { upsert, all } = await entryStore()
    await upsert([{ ...rowOf(1), amount: 2n ** 255n + 1n, name: 'a\0b\0' }])
    expect(await all()).toEqual([{ ...rowOf(1), amount: `${2n ** 255n + 1n}`, name: 'ab' }])
  })

  test.each([
    ['undefined', undefined],
    ['a boolean', true],
    ['an object', { amount: 1 }],
  ])('%s is refused instead of converted', async (_, name) => {
    const { upsert, all } = await entryStore()
    await expect(upsert([{ ...rowOf(1), name }])).rejects.toThrow(TypeError)
    expect(await all()).toEqual([])
  })

  test.each([0, 1, 100, 350])('of %i keys the stored ones are found once each', async (count) => {
    const { upsert, find } = await entryStore()
    await upsert(Array.from({ length: 300 }, (_, index) => rowOf(index * 3)))
    await upsert([{ ...rowOf(0), chain: 2 }])
    const keys = Array.from({ length: count }, (_, index) => ({ chain: 1, hash: bytesOf(index) }))
    const stored = Array.from({ length: Math.ceil(count / 3) }, (_, index) => rowOf(index * 3))
    expect(plain(await find(keys))).toEqual(plain(stored))
  })

  test('a partial key finds every row with that prefix', async () => {
    const { upsert, find } = await entryStore()
    await upsert([rowOf(1), rowOf(2), { ...rowOf(3), chain: 2 }])
    expect(plain(await find([{ chain: 1 }]))).toEqual([rowOf(1), rowOf(2)])
  })

  test.each([0, 1, 100, 201])('the rows of %i keys are deleted, and no others', async (count) => {
    const { store, upsert, all } = await entryStore()
    const rows = Array.from({ length: 250 }, (_, index) => rowOf(index))
    await upsert(rows)
    const keys = rows.slice(0, count).map(({ chain, hash }) => ({ chain, hash }))
    await store.db.transaction().execute((transaction) => store.deleteMany(transaction, 'entry', keys))
    expect(await all()).toEqual(plain(rows.slice(count)))
  })

  test('rows without columns beyond their key are stored once', async () => {
    const { store } = await entryStore()
    const rows = [
      { left: 1, right: 'a' },
      { left: 1, right: 'b' },
    ]
    for (let time = 0; time < 2; time++)
      await store.db
        .transaction()
        .execute((transaction) => store.upsertMany(transaction, 'pair', { key: ['left', 'right'], rows }))
    expect(await store.db.selectFrom('pair').selectAll().orderBy('right').execute()).toEqual(rows)
  })

  test('a failed transaction undoes its upserts and deletes', async () => {
    const { store, upsert, all } = await entryStore()
    await upsert([rowOf(1), rowOf(2)])
    const change = store.db.transaction().execute(async (transaction) => {
      await store.upsertMany(transaction, 'entry', { key, rows: [rowOf(1, 'changed'), rowOf(3)] })
      await store.deleteMany(transaction, 'entry', [{ chain: 1, hash: bytesOf(2) }])
      throw new Error('stop')
    })
    await expect(change).rejects.toThrow('stop')
    expect(await all()).toEqual([rowOf(1), rowOf(2)])
  })

  test('a transaction with failed bulk work commits nothing, even if the error is ignored', async () => {
    const { store, upsert, all } = await entryStore()
    await upsert([rowOf(1)])
    const change = store.db.transaction().execute(async (transaction) => {
      await store.insertMany(transaction, 'entry', [rowOf(2), rowOf(3), rowOf(1)]).catch(() => {})
    })
    await expect(change).rejects.toMatchObject({ name: 'AbortedTransactionError' })
    expect(await all()).toEqual([rowOf(1)])
    await upsert([rowOf(4)])
    expect(await all()).toEqual([rowOf(1), rowOf(4)])
  })
})

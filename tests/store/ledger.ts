import { sql } from 'kysely'
import type { MigrationSet, Store } from '#lib/store/store.ts'

/** A table that is filled in batches, and one row that says how much is in it: they must always agree. */
export type LedgerTables = { entry: { id: number; note: string }; total: { id: number; entries: number } }

export const ledgerMigrations: MigrationSet = {
  name: 'ledger',
  migrations: ({ integer, text }) => ({
    '001-entry': {
      up: async (db) => {
        await db.schema
          .createTable('entry')
          .addColumn('id', integer, (column) => column.primaryKey())
          .addColumn('note', text, (column) => column.notNull())
          .execute()
      },
    },
    '002-total': {
      up: async (db) => {
        await db.schema
          .createTable('total')
          .addColumn('id', integer, (column) => column.primaryKey())
          .addColumn('entries', integer, (column) => column.notNull())
          .execute()
        await sql`insert into total (id, entries) values (1, 0)`.execute(db)
      },
    },
  }),
}

/** Adds a batch in one transaction, in two parts. */
export const addEntries = async (store: Store<LedgerTables>, count: number, note = 'note'): Promise<void> => {
  await store.db.transaction().execute(async (transaction) => {
    const { entries } = await transaction.selectFrom('total').select('entries').executeTakeFirstOrThrow()
    const rows = Array.from({ length: count }, (_, offset) => ({ id: entries + offset, note }))
    await store.insertMany(transaction, 'entry', rows.slice(0, count / 2))
    await transaction
      .updateTable('total')
      .set({ entries: entries + count })
      .execute()
    await store.insertMany(transaction, 'entry', rows.slice(count / 2))
  })
}

export const countEntries = async (store: Store<LedgerTables>): Promise<{ entries: number; total: number }> => {
  const [counted, { entries: total }] = await Promise.all([
    store.db
      .selectFrom('entry')
      .select((build) => build.fn.countAll<number>().as('entries'))
      .executeTakeFirstOrThrow(),
    store.db.selectFrom('total').select('entries').executeTakeFirstOrThrow(),
  ])
  return { entries: counted.entries, total }
}

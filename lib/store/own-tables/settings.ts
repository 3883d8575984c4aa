import { randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { invariant } from '#lib/base/invariant.ts'
import { createAttemptTable } from '#lib/store/attempts/attempts-table.ts'
import {
  addWorkerToInFlight,
  createSuspectTables,
  createWorkInFlightRows,
  moveOlderRows,
} from '#lib/store/attempts/older-tables.ts'
import { createWorkerTables } from '#lib/store/attempts/worker-tables.ts'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import { createJobTable } from '#lib/store/jobs-table.ts'
import type { MigrationSet, Store } from '#lib/store/store.ts'

type DailyUseTables = { daily_use: { name: string; day: number; used: number } }

/** Use of a daily allowance by all processes of an installation. Days are whole days since 1970, in UTC. */
type DailyUse = {
  /** Adds `amount`, or returns false if that would exceed `limit`. */
  add(day: number, amount: number, limit: number): Promise<boolean>
  giveBack(day: number, amount: number): Promise<void>
  used(day: number): Promise<number>
}

const createDailyUseTable = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('daily_use')
    .addColumn('name', types.text, (column) => column.notNull())
    .addColumn('day', types.integer, (column) => column.notNull())
    .addColumn('used', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_use_key', ['name', 'day'])
    .execute()
}

/** The allowance of this name; one row per day. */
export const dailyUse = <Tables>(store: Store<Tables>, name: string): DailyUse => {
  const { db } = store.withTables<DailyUseTables>()
  return {
    add: async (day, amount, limit) => {
      if (amount > limit) return false
      const row = await db
        .insertInto('daily_use')
        .values({ name, day, used: amount })
        .onConflict((conflict) =>
          conflict
            .columns(['name', 'day'])
            .doUpdateSet({ used: sum('daily_use.used', amount) })
            .where(sum('daily_use.used', amount), '<=', limit),
        )
        .returning('used')
        .executeTakeFirst()
      return row !== undefined
    },
    giveBack: async (day, amount) => {
      await db
        .updateTable('daily_use')
        .set({ used: sum('used', -amount) })
        .where('name', '=', name)
        .where('day', '=', day)
        .execute()
    },
    used: async (day) => {
      const row = await db
        .selectFrom('daily_use')
        .select('used')
        .where('name', '=', name)
        .where('day', '=', day)
        .executeTakeFirst()
      return row?.used ?? 0
    },
  }
}

const sum = (column: string, amount: number): RawBuilder<number> => sql<number>`${sql.ref(column)} + ${amount}`

type SettingsTables = { setting: { name: string; value: Uint8Array } }

/** Settings of the store itself. */
export const storeMigrations: MigrationSet = {
  name: 'store',
  migrations: (types) => ({
    '001-settings': {
      up: async (db) => {
        await db.schema
          .createTable('setting')
          .addColumn('name', types.text, (column) => column.primaryKey().notNull())
          .addColumn('value', types.bytes, (column) => column.notNull())
          .execute()
      },
    },
    '002-jobs': { up: (db) => createJobTable(db, types) },
    '003-limits': { up: (db) => createDailyUseTable(db, types) },
    '004-watched-work': { up: (db) => createSuspectTables(db, types) },
    '005-work-in-flight': { up: (db) => createWorkInFlightRows(db, types) },
    '006-workers': {
      up: async (db) => {
        await createWorkerTables(db, types)
        await addWorkerToInFlight(db, types)
      },
    },
    // Every database had one; that of the main one is made again, see rate-limit-table.ts.
    '007-rate-limit-apart': { up: ({ schema }) => schema.dropTable('rate_limit').ifExists().execute() },
    '008-attempts': {
      up: async (db) => {
        await createAttemptTable(db, types)
        await moveOlderRows(db)
      },
    },
  }),
}

/** A small value that outlives the process, e.g. a response of a node that may be down at the next start. */
export const readSetting = async <Tables>(store: Store<Tables>, name: string): Promise<string | undefined> => {
  const { db } = store.withTables<SettingsTables>()
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row && Buffer.from(row.value).toString()
}

export const writeSetting = async <Tables>(store: Store<Tables>, name: string, text: string): Promise<void> => {
  const { db } = store.withTables<SettingsTables>()
  const value = Buffer.from(text)
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export const removeSetting = async <Tables>(store: Store<Tables>, name: string): Promise<void> => {
  await store.withTables<SettingsTables>().db.deleteFrom('setting').where('name', '=', name).execute()
}

/**
 * Returns a setting, and writes it first if it is missing. Processes that start at the same time agree: the first to write wins.
 */
const settled = async <Tables>(store: Store<Tables>, name: string, value: Uint8Array): Promise<Uint8Array> => {
  const { db } = store.withTables<SettingsTables>()
  const known = () => db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  const before = await known()
  if (before) return before.value
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const after = await known()
  invariant(after, 'a setting can be read once it is written')
  return after.value
}

/** The same for text. */
export const settledText = async <Tables>(store: Store<Tables>, name: string, text: string): Promise<string> =>
  Buffer.from(await settled(store, name, Buffer.from(text))).toString()

const secretBytes = 32

/**
 * The secret of this installation: 32 random bytes, created at the first start and kept in the database. Processes that
 * start at once agree on one: the first to write wins, the others read it.
 */
export const instanceSecret = async <Tables>(store: Store<Tables>): Promise<Uint8Array> =>
  await settled(store, 'instance-secret', randomBytes(secretBytes))

import { type Kysely, sql } from 'kysely'
import type { JobTables } from '#lib/store/jobs/jobs-table.ts'
import { readSetting, removeSetting, writeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { type ChainExtras, type ChainTarget, type MovedChain, MoveFault, type RowPages } from './chain-copy.ts'
import { type ChainRow, chainRows } from './chain-rows.ts'
import { type ChainTable, readChainTables } from './chain-tables.ts'
import { digestOf } from './rows-digest.ts'
import { hasRows } from './store-source.ts'
import { markOf, type Undertaking } from './unfinished-move.ts'

export type StoreTargetOptions = {
  /** Deletes rows of the chain that are there; without it they are refused. */
  replaces: boolean
  /** Until it is finished the database is marked, so that no process uses it; after an interruption, the next one starts again. */
  undertaking: Undertaking
}

export const createStoreTarget = (
  store: Store<unknown>,
  chain: MovedChain,
  { replaces, undertaking }: StoreTargetOptions,
): ChainTarget => {
  const mark = markOf(chain.name)
  let raise = 0
  return {
    begin: async (tables) => {
      const own = new Map((await readChainTables(store.db, chain.tables)).map((table) => [table.name, table]))
      for (const { name, columns } of tables)
        if (own.get(name)?.columns.join() !== columns.join())
          throw new MoveFault(`The table ${name} differs in the two databases: start each with this version once.`)
      const isMarked = (await readSetting(store, mark)) !== undefined
      if (!isMarked && !replaces)
        for (const table of tables)
          if (await hasRows(store, table, chain.id))
            throw new MoveFault(
              `The database already has rows of ${chain.name}, in ${table.name}. --replace deletes them.`,
            )
      await writeSetting(store, mark, undertaking)
      await chain.underive?.(store)
      for (const table of tables) await deleteRows(store, table, chain.id)
      raise = await highestSerial(store, tables, chain)
    },
    fill: async (table, pages) => {
      const { db, insertMany } = store.withTables<Record<string, ChainRow>>()
      for await (const rows of raised(pages, chain.serials[table.name], raise))
        await db.transaction().execute((transaction) => insertMany(transaction, table.name, rows))
    },
    complete: async (extras) => {
      await writeExtras(store, chain, extras)
      await chain.derive?.(store)
      await continueSerials(store, chain)
    },
    digest: (table) =>
      digestOf(raised(chainRows(store.db, table, chain.id), chain.serials[table.name], -raise), table.columns),
    release: () => removeSetting(store, mark),
  }
}

/** Rows with another number in their serial column. */
async function* raised(pages: RowPages, serial: string | undefined, by: number): RowPages {
  for await (const rows of pages)
    yield serial === undefined || by === 0 ? rows : rows.map((row) => ({ ...row, [serial]: Number(row[serial]) + by }))
}

export const deleteRows = async (store: Store<unknown>, table: ChainTable, chain: number): Promise<number> => {
  const { db, deleteMany } = store.withTables<Record<string, ChainRow>>()
  let count = 0
  const columns = [table.chain, ...table.key]
  for await (const rows of chainRows(store.db, { ...table, columns }, chain)) {
    await db.transaction().execute((transaction) => deleteMany(transaction, table.name, rows))
    count += rows.length
  }
  return count
}

/** The highest number that the target has given to a row of another chain; 0 without one. */
const highestSerial = async (
  target: Store<unknown>,
  tables: readonly ChainTable[],
  { serials }: MovedChain,
): Promise<number> => {
  const highest = await Promise.all(
    tables.map(async ({ name }) => {
      const column = serials[name]
      return column === undefined ? 0 : await highestOf(target.db, name, column)
    }),
  )
  return Math.max(0, ...highest)
}

/**
 * PostgreSQL gives the next number by a counter of its own. The highest number is read first: with Citus, the counter is on the
 * coordinator and the table on a node.
 */
const continueSerials = async ({ db, dialect }: Store<unknown>, { serials }: MovedChain): Promise<void> => {
  if (dialect !== 'postgres') return
  for (const [table, column] of Object.entries(serials)) {
    const highest = await highestOf(db, table, column)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${Math.max(1, highest)})`.execute(db)
  }
}

/** 0 in an empty table. */
const highestOf = async (db: Kysely<unknown>, table: string, column: string): Promise<number> => {
  const { rows } = await sql<{ highest: number | null }>`
    select max(${sql.ref(column)}) as highest from ${sql.table(table)}`.execute(db)
  return rows[0]?.highest ?? 0
}

const writeExtras = async (
  target: Store<unknown>,
  chain: MovedChain,
  { settings, jobs }: ChainExtras,
): Promise<void> => {
  for (const name of chain.settings) {
    const value = settings[name]
    if (value === undefined) await removeSetting(target, name)
    else await writeSetting(target, name, value)
  }
  const { db, insertMany } = target.withTables<JobTables>()
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('job')
      .where('kind', 'in', ['', ...chain.jobKinds])
      .execute()
    await insertMany(transaction, 'job', jobs)
  })
}

import { type Kysely, sql } from 'kysely'
import type { JobTables } from '#lib/store/jobs/jobs-table.ts'
import { readSetting, removeSetting, writeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { type ChainExtras, type ChainTarget, type CopiedChain, CopyFault, type RowPages } from './chain-copy.ts'
import type { MovedRow } from './chain-rows.ts'
import { chainRows } from './chain-rows.ts'
import { type ChainTable, readChainTables } from './chain-tables.ts'
import { deleteChain } from './delete-chain.ts'
import { digestOf } from './rows-digest.ts'
import { hasRows } from './store-source.ts'
import { markOf } from './unfinished-import.ts'

/**
 * A database that is filled with a chain. Until it is finished the database is marked, so that no process uses it; after an
 * interruption, the next one starts again. `replaces` deletes rows of the chain that are there; without it they are refused.
 */
export const createStoreTarget = (store: Store<unknown>, chain: CopiedChain, replaces: boolean): ChainTarget => {
  const mark = markOf(chain.name)
  let raise = 0
  return {
    begin: async (tables) => {
      const own = new Map((await readChainTables(store.db, chain.tables)).map((table) => [table.name, table]))
      for (const { name, columns } of tables)
        if (own.get(name)?.columns.join() !== columns.join())
          throw new CopyFault(`The table ${name} differs in the two databases: start each with this version once.`)
      const isMarked = (await readSetting(store, mark)) !== undefined
      if (!isMarked && !replaces)
        for (const table of tables)
          if (await hasRows(store, table, chain.id))
            throw new CopyFault(
              `The database already has rows of ${chain.name}, in ${table.name}. --replace deletes them.`,
            )
      await writeSetting(store, mark, 'import')
      await deleteChain(store, chain)
      raise = await highestSerial(store, tables, chain)
    },
    fill: async (table, pages) => {
      const { db, insertMany } = store.withTables<Record<string, MovedRow>>()
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

/** The highest number that the target has given to a row of another chain; 0 without one. */
const highestSerial = async (
  target: Store<unknown>,
  tables: readonly ChainTable[],
  { serials }: CopiedChain,
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
const continueSerials = async ({ db, dialect }: Store<unknown>, { serials }: CopiedChain): Promise<void> => {
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

/** Of settings, only those of the chain: an export could name others. */
const writeExtras = async (
  target: Store<unknown>,
  chain: CopiedChain,
  { settings, jobs }: ChainExtras,
): Promise<void> => {
  for (const name of chain.settings) {
    const value = settings[name]
    if (value !== undefined) await writeSetting(target, name, value)
  }
  const { db, insertMany } = target.withTables<JobTables>()
  await db.transaction().execute((transaction) => insertMany(transaction, 'job', jobs))
}

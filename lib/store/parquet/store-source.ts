import { type Kysely, sql } from 'kysely'
import { asTables } from '#lib/store/as-tables.ts'
import { DatabaseFault } from '#lib/store/drivers/database-fault.ts'
import type { JobTables } from '#lib/store/jobs-table.ts'
import { readSetting, removeSetting, writeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import {
  type ChainExtras,
  type ChainSource,
  type ChainTable,
  type ChainTarget,
  type CopiedChain,
  CopyFault,
  chainRows,
  digestOf,
  type MovedRow,
  type RowPages,
  readChainTables,
} from './chain-copy.ts'

/** Earlier releases also moved chains between databases, with the same mark. */
const prefix = 'move of '

/** The setting of a database that has only a part of a chain so far. */
const markOf = (chain: string): string => `${prefix}${chain}`

/** @throws DatabaseFault if the database has only a part of a chain for which it is used. */
export const refuseUnfinishedImports = async <Tables>(
  store: Store<Tables>,
  isUsedFor: (chain: string) => boolean,
): Promise<void> => {
  const rows = await asTables<{ setting: { name: string } }>(store.db)
    .selectFrom('setting')
    .select('name')
    .where('name', 'like', `${prefix}%`)
    .execute()
  const chain = rows.map(({ name }) => name.slice(prefix.length)).find(isUsedFor)
  if (chain === undefined) return
  const message = `The import of ${chain} is not finished. Import it again: npm run import-chain -- ${chain} <folder>`
  throw new DatabaseFault(message, { mayPass: false, cause: undefined })
}

/** @throws CopyFault if there are no rows of the chain, DatabaseFault if there is only a part of them. */
export const openStoreSource = async (store: Store<unknown>, chain: CopiedChain): Promise<ChainSource> => {
  await refuseUnfinishedImports(store, (name) => name === chain.name)
  const tables = await readChainTables(store.db, chain.tables)
  if (!(await hasAnyRows(store, tables, chain.id))) throw new CopyFault(`The database has no rows of ${chain.name}.`)
  const rows = (table: ChainTable) => chainRows(store.db, table, chain.id)
  return {
    tables,
    rows,
    extras: async () => ({ settings: await readSettings(store, chain), jobs: await readJobs(store, chain) }),
    digest: (table) => digestOf(rows(table), table.columns),
    ifDifferent: 'changed while it was copied. Stop Spyglass, and copy again',
  }
}

const hasAnyRows = async (store: Store<unknown>, tables: readonly ChainTable[], chain: number): Promise<boolean> => {
  for (const table of tables) if (await hasRows(store, table, chain)) return true
  return false
}

const hasRows = async ({ db }: Store<unknown>, table: ChainTable, chain: number): Promise<boolean> => {
  for await (const rows of chainRows(db, table, chain)) return rows.length > 0
  return false
}

const readSettings = async (store: Store<unknown>, { settings }: CopiedChain): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const name of settings) {
    const value = await readSetting(store, name)
    if (value !== undefined) found[name] = value
  }
  return found
}

/** A queue is short; a job that was claimed by a stopped worker may run at once. */
const readJobs = async ({ db }: Store<unknown>, { jobKinds }: CopiedChain) => {
  const jobs = await asTables<JobTables>(db)
    .selectFrom('job')
    .selectAll()
    .where('kind', 'in', ['', ...jobKinds])
    .execute()
  return jobs.map((job) => ({ ...job, leased_until: null }))
}

/** Deletes everything of a chain in a database, a page of rows at a time. Returns how many rows it had. */
export const deleteChain = async (store: Store<unknown>, chain: CopiedChain): Promise<number> => {
  await chain.underive?.(store)
  let rows = 0
  for (const table of await readChainTables(store.db, chain.tables)) rows += await deleteRows(store, table, chain.id)
  await asTables<JobTables>(store.db)
    .deleteFrom('job')
    .where('kind', 'in', ['', ...chain.jobKinds])
    .execute()
  for (const name of chain.settings) await removeSetting(store, name)
  return rows
}

const deleteRows = async (store: Store<unknown>, table: ChainTable, chain: number): Promise<number> => {
  const { db, deleteMany } = store.withTables<Record<string, MovedRow>>()
  let count = 0
  const columns = [table.chain, ...table.key]
  for await (const rows of chainRows(store.db, { ...table, columns }, chain)) {
    await db.transaction().execute((transaction) => deleteMany(transaction, table.name, rows))
    count += rows.length
  }
  return count
}

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

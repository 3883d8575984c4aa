import { sql } from 'kysely'
import { asTables } from '#lib/store/as-tables.ts'
import type { JobTables } from '#lib/store/jobs/jobs-table.ts'
import { readSetting, removeSetting, writeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { type ChainRow, chainRows } from './chain-rows.ts'
import { type ChainTable, readChainTables } from './chain-tables.ts'
import { createRowsDigest, type RowsDigest } from './rows-digest.ts'
import { markOf } from './unfinished-move.ts'

/** What of a chain is in a database. */
export type MovedChain = {
  /** The name in URLs, and the id under which its rows are stored. */
  name: string
  id: number
  /** Beginnings of the names of its tables. */
  tables: readonly string[]
  jobKinds: readonly string[]
  settings: readonly string[]
  /** Columns with numbers that the target may have given to rows of other chains. All are raised by the same number. */
  serials: Readonly<Record<string, string>>
  /** Makes what is derived from the copied rows. */
  derive?: (target: Store<unknown>) => Promise<void>
  /** Deletes what `derive` made, before the rows are deleted. */
  underive?: (target: Store<unknown>) => Promise<void>
}

export type MoveOptions = {
  /** Deletes the chain's rows in the target first; without it they are refused. */
  replaces?: boolean
  onTable?: (table: string, digest: RowsDigest) => void
}

export type Moved = { tables: number; rows: number }

/** Why a chain cannot be moved, for the operator. */
export class MoveFault extends Error {
  override readonly name = 'MoveFault'
}

/**
 * Copies the rows of a chain to another database and compares them by hash; the source stays as it is. Until that is done, the
 * target is marked, so that no process uses it; after an interruption, the next move starts again.
 * @throws MoveFault if the source changed meanwhile, or the target has rows of the chain.
 */
export const moveChain = async (
  source: Store<unknown>,
  target: Store<unknown>,
  chain: MovedChain,
  { replaces = false, onTable = () => {} }: MoveOptions = {},
): Promise<Moved> => {
  const from = await readChainTables(source.db, chain.tables)
  const to = new Map((await readChainTables(target.db, chain.tables)).map((table) => [table.name, table]))
  const pairs = from.map((table) => ({ table, other: to.get(table.name) }))
  if (!(await hasAnyRows(source, from, chain.id))) throw new MoveFault(`There are no rows of ${chain.name} to move.`)
  const isMarked = (await readSetting(target, markOf(chain.name))) !== undefined
  for (const { table, other } of pairs)
    if (other === undefined || other.columns.join() !== table.columns.join())
      throw new MoveFault(`The table ${table.name} differs in the two databases: start each with this version once.`)
  const targetTables = pairs.flatMap(({ other }) => other ?? [])
  if (!isMarked && !replaces)
    for (const table of targetTables)
      if (await hasRows(target, table, chain.id))
        throw new MoveFault(`The other database has rows of ${chain.name} in ${table.name} already.`)

  await writeSetting(target, markOf(chain.name), new Date().toISOString())
  await chain.underive?.(target)
  for (const table of targetTables) await deleteRows(target, table, chain.id)
  const raise = await highestSerial(target, targetTables, chain)
  for (const { table } of pairs) await copyRows(source, target, table, chain, raise)
  await copySettings(source, target, chain)
  await copyJobs(source, target, chain)
  await chain.derive?.(target)
  await continueSerials(target, chain)

  let rows = 0
  for (const { table, other } of pairs) {
    const [here, there] = [
      await digestOf(source, table, chain, raise),
      await digestOf(target, other ?? table, chain, 0),
    ]
    if (here.count !== there.count || here.hash !== there.hash)
      throw new MoveFault(
        `${table.name} changed while it was copied (${here.count} rows, ${there.count} copied). Stop Spyglass, and move again.`,
      )
    onTable(table.name, here)
    rows += here.count
  }
  await removeSetting(target, markOf(chain.name))
  return { tables: pairs.length, rows }
}

/**
 * Deletes a chain in the database from which it was moved, and returns how many rows it had. @throws MoveFault if the other one
 * does not have it.
 */
export const deleteChain = async (old: Store<unknown>, used: Store<unknown>, chain: MovedChain): Promise<number> => {
  const isMoving = (await readSetting(used, markOf(chain.name))) !== undefined
  const inUse = await readChainTables(used.db, chain.tables)
  if (isMoving || !(await hasAnyRows(used, inUse, chain.id)))
    throw new MoveFault(`The other database does not have ${chain.name}: move it first.`)
  await chain.underive?.(old)
  let rows = 0
  for (const table of await readChainTables(old.db, chain.tables)) rows += await deleteRows(old, table, chain.id)
  await asTables<JobTables>(old.db)
    .deleteFrom('job')
    .where('kind', 'in', ['', ...chain.jobKinds])
    .execute()
  for (const name of chain.settings) await removeSetting(old, name)
  return rows
}

const hasAnyRows = async (store: Store<unknown>, tables: readonly ChainTable[], chain: number): Promise<boolean> => {
  for (const table of tables) if (await hasRows(store, table, chain)) return true
  return false
}

const hasRows = async ({ db }: Store<unknown>, table: ChainTable, chain: number): Promise<boolean> => {
  for await (const rows of chainRows(db, table, chain)) return rows.length > 0
  return false
}

const deleteRows = async (target: Store<unknown>, table: ChainTable, chain: number): Promise<number> => {
  const store = target.withTables<Record<string, ChainRow>>()
  let count = 0
  const columns = [table.chain, ...table.key]
  for await (const rows of chainRows(target.db, { ...table, columns }, chain)) {
    await store.db.transaction().execute((transaction) => store.deleteMany(transaction, table.name, rows))
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
  const { db } = target.withTables<Record<string, Record<string, number>>>()
  const highest = await Promise.all(
    tables.map(async ({ name }) => {
      const column = serials[name]
      if (column === undefined) return 0
      const row = await db
        .selectFrom(name)
        .select(({ fn, ref }) => fn.max(ref(column)).as('highest'))
        .executeTakeFirst()
      return Number(row?.highest ?? 0)
    }),
  )
  return Math.max(0, ...highest)
}

/** PostgreSQL gives the next number by a counter of its own. */
const continueSerials = async ({ db, dialect }: Store<unknown>, { serials }: MovedChain): Promise<void> => {
  if (dialect !== 'postgres') return
  for (const [table, column] of Object.entries(serials))
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), greatest(max(${sql.ref(column)}), 1))
      from ${sql.table(table)}`.execute(db)
}

/** A row as it is in the target. */
const raised = (row: ChainRow, serial: string | undefined, by: number): ChainRow =>
  serial === undefined || by === 0 ? row : { ...row, [serial]: Number(row[serial]) + by }

const copyRows = async (
  source: Store<unknown>,
  target: Store<unknown>,
  table: ChainTable,
  { id, serials }: MovedChain,
  raise: number,
): Promise<void> => {
  const store = target.withTables<Record<string, ChainRow>>()
  const serial = serials[table.name]
  for await (const rows of chainRows(source.db, table, id))
    await store.db.transaction().execute((transaction) =>
      store.insertMany(
        transaction,
        table.name,
        rows.map((row) => raised(row, serial, raise)),
      ),
    )
}

const digestOf = async (
  { db }: Store<unknown>,
  table: ChainTable,
  { id, serials }: MovedChain,
  raise: number,
): Promise<RowsDigest> => {
  const digest = createRowsDigest()
  for await (const rows of chainRows(db, table, id))
    for (const row of rows) digest.add(raised(row, serials[table.name], raise), table.columns)
  return digest.digest()
}

const copySettings = async (
  source: Store<unknown>,
  target: Store<unknown>,
  { settings }: MovedChain,
): Promise<void> => {
  for (const name of settings) {
    const value = await readSetting(source, name)
    if (value === undefined) await removeSetting(target, name)
    else await writeSetting(target, name, value)
  }
}

/** A queue is short; a job that was claimed by a stopped worker may run at once. */
const copyJobs = async (source: Store<unknown>, target: Store<unknown>, { jobKinds }: MovedChain): Promise<void> => {
  if (jobKinds.length === 0) return
  const jobs = await asTables<JobTables>(source.db)
    .selectFrom('job')
    .selectAll()
    .where('kind', 'in', jobKinds)
    .execute()
  const store = target.withTables<JobTables>()
  await store.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('job').where('kind', 'in', jobKinds).execute()
    await store.insertMany(
      transaction,
      'job',
      jobs.map((job) => ({ ...job, leased_until: null })),
    )
  })
}

import { asTables } from '#lib/store/as-tables.ts'
import type { JobTables } from '#lib/store/jobs/jobs-table.ts'
import { readSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { type ChainSource, type CopiedChain, CopyFault } from './chain-copy.ts'
import { chainRows } from './chain-rows.ts'
import { type ChainTable, readChainTables } from './chain-tables.ts'
import { digestOf } from './rows-digest.ts'
import { refuseUnfinishedImports } from './unfinished-import.ts'

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

export const hasRows = async ({ db }: Store<unknown>, table: ChainTable, chain: number): Promise<boolean> => {
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

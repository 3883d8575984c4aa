import { asTables } from '#lib/store/as-tables.ts'
import type { JobTables } from '#lib/store/jobs/jobs-table.ts'
import { removeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import type { CopiedChain } from './chain-copy.ts'
import type { MovedRow } from './chain-rows.ts'
import { chainRows } from './chain-rows.ts'
import { type ChainTable, readChainTables } from './chain-tables.ts'

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

import { asTables } from '#lib/store/as-tables.ts'
import type { JobTables } from '#lib/store/jobs/jobs-table.ts'
import { readSetting, removeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { copyChain, type Moved, type MovedChain, MoveFault, type OnTable } from './chain-copy.ts'
import { readChainTables } from './chain-tables.ts'
import { hasAnyRows, openStoreSource } from './store-source.ts'
import { createStoreTarget, deleteRows } from './store-target.ts'
import { markOf } from './unfinished-move.ts'

export type MoveOptions = {
  /** Deletes the chain's rows in the target first; without it they are refused. */
  replaces?: boolean
  onTable?: OnTable
}

/**
 * Copies the rows of a chain to another database and compares them by hash; the source stays as it is.
 * @throws MoveFault if the source changed meanwhile, or the target has rows of the chain.
 */
export const moveChain = async (
  source: Store<unknown>,
  target: Store<unknown>,
  chain: MovedChain,
  { replaces = false, onTable }: MoveOptions = {},
): Promise<Moved> =>
  await copyChain(
    await openStoreSource(source, chain),
    createStoreTarget(target, chain, { replaces, undertaking: 'move' }),
    onTable,
  )

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

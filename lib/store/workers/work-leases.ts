import type { Kysely } from 'kysely'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'

export type WorkLease = { name: string; worker: string; wantedBy: string | null }

export const readLeases = async (db: Kysely<WorkerTables>, names: readonly string[]): Promise<WorkLease[]> => {
  const rows = await db
    .selectFrom('work_lease')
    .select(['name', 'worker', 'wanted_by as wantedBy'])
    .where('name', 'in', names)
    .execute()
  return rows
}

/** Leases work that nobody does. Returns whether it did. An evicted worker gets none. */
export const takeLease = (db: Kysely<WorkerTables>, name: string, worker: string, detail = ''): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const isAlive = await transaction
      .selectFrom('worker')
      .select('id')
      .where('id', '=', worker)
      .forKeyShare()
      .executeTakeFirst()
    if (!isAlive) return false
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('work_lease')
      .values({ name, worker, wanted_by: null, detail })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  })

/** Asks the worker that holds it for a lease. */
export const askForLease = async (db: Kysely<WorkerTables>, name: string, worker: string): Promise<void> => {
  await db
    .updateTable('work_lease')
    .set({ wanted_by: worker })
    .where('name', '=', name)
    .where('wanted_by', 'is', null)
    .execute()
}

/** Passes a lease to the worker that asked for it, or to nobody. */
export const giveLease = async (
  db: Kysely<WorkerTables>,
  name: string,
  { from, to }: { from: string; to?: string },
): Promise<void> => {
  const held = <Query extends { where(column: 'name' | 'worker', is: '=', value: string): Query }>(query: Query) =>
    query.where('name', '=', name).where('worker', '=', from)
  if (to === undefined) await held(db.deleteFrom('work_lease')).execute()
  else await held(db.updateTable('work_lease').set({ worker: to, wanted_by: null })).execute()
}

/** Forgets a wish of a worker that is gone. */
export const ignoreWish = async (db: Kysely<WorkerTables>, name: string): Promise<void> => {
  await db.updateTable('work_lease').set({ wanted_by: null }).where('name', '=', name).execute()
}

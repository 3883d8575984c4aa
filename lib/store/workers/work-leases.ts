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

type Situation = {
  me: string
  /** Everyone who is alive. */
  workers: readonly string[]
  /** The work that this worker is configured for. */
  names: readonly string[]
  leases: readonly WorkLease[]
}

type Decision = {
  /** Work that nobody does. */
  take: string[]
  /** Work of others that have more than their share. */
  ask: string[]
  /** Own work beyond this worker's share that another asked for. */
  give: { name: string; to: string }[]
  /** Wishes of workers that are gone. */
  ignore: string[]
}

/**
 * Spreads work evenly over workers, which may be configured for different chains: nobody gives up what nobody else asked for, and
 * work that nobody does is taken at once.
 */
export const shareOfWork = ({ me, workers, names, leases }: Situation): Decision => {
  const share = Math.ceil(names.length / Math.max(1, workers.length))
  const holders = new Map(leases.map((lease) => [lease.name, lease]))
  const heldBy = (worker: string): WorkLease[] => leases.filter((lease) => lease.worker === worker)
  const take = names.filter((name) => !holders.has(name))

  const ask: string[] = []
  const wanted = leases.filter(({ wantedBy }) => wantedBy === me).length
  let room = share - heldBy(me).length - take.length - wanted
  for (const other of workers) {
    if (other === me) continue
    const theirs = heldBy(other)
    const spare = theirs.filter(({ wantedBy }) => wantedBy === null).slice(share)
    for (const { name } of spare.reverse()) if (room-- > 0) ask.push(name)
  }

  const give: { name: string; to: string }[] = []
  const mine = heldBy(me)
  for (const { name, wantedBy } of mine.toReversed())
    if (wantedBy !== null && workers.includes(wantedBy) && mine.length - give.length > share)
      give.push({ name, to: wantedBy })
  const ignore = mine.flatMap(({ name, wantedBy }) => (wantedBy && !workers.includes(wantedBy) ? [name] : []))
  return { take, ask, give, ignore }
}

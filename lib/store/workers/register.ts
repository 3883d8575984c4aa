import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { blameLeftovers, type OwnEnd, type WatchedTables } from '#lib/store/jobs/suspects.ts'
import type { WorkerTables } from '#lib/store/jobs/worker-tables.ts'
import { isKnownDead } from './known-dead.ts'

export type RegisterTables = WorkerTables & WatchedTables

export type RegisterOptions = {
  /** Milliseconds since 1970. */
  now: () => number
  /** How the previous worker of the same supervisor ended. */
  previousEnd?: OwnEnd
  host: string
}

/**
 * Adds this process to the workers of the database, and evicts those that certainly ended, which no other worker need
 * wait for. Returns its id.
 */
export const registerWorker = (
  db: Kysely<RegisterTables>,
  { now, previousEnd, host }: RegisterOptions,
): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const id = randomUUID()
    const others = await transaction.selectFrom('worker').selectAll().execute()
    for (const other of others.filter((one) => isKnownDead(one, host)))
      await evictIn(transaction, other.id, now(), other.parent_pid === process.ppid ? previousEnd : undefined)
    // Of a version that had one worker and did not name it.
    await blameLeftovers(transaction, '', previousEnd, now())
    await transaction
      .insertInto('worker')
      .values({ id, host, pid: process.pid, parent_pid: process.ppid, heartbeat: 0 })
      .execute()
    return id
  })

/** Ends the leases of a dead worker and makes suspects of what it left running; whoever takes its work over reads these. */
const evictIn = async (
  transaction: Transaction<RegisterTables>,
  id: string,
  now: number,
  end: OwnEnd | undefined,
): Promise<void> => {
  const { numDeletedRows } = await transaction.deleteFrom('worker').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  await blameLeftovers(transaction, id, end, now)
  await transaction.deleteFrom('work_lease').where('worker', '=', id).execute()
}

export const evictWorker = (db: Kysely<RegisterTables>, id: string, now: number): Promise<void> =>
  db.transaction().execute((transaction) => evictIn(transaction, id, now, undefined))

/** For a graceful stop: others take its work over at once. */
export const unregisterWorker = (db: Kysely<RegisterTables>, id: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('work_in_flight').where('worker', '=', id).execute()
    await transaction.deleteFrom('work_lease').where('worker', '=', id).execute()
    await transaction.deleteFrom('worker').where('id', '=', id).execute()
  })

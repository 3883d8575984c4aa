import { randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Kysely, Transaction } from 'kysely'
import {
  type AttemptTables,
  type CrashedItem,
  countEnd,
  type OwnEnd,
  stopItems,
} from '#lib/store/attempts/attempts-table.ts'
import type { WorkerRow, WorkerTables } from '#lib/store/attempts/worker-tables.ts'

const processNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Where process ids of this process mean the same: containers of one machine have their own. */
export const thisHost = (): string => `${hostname()} ${processNamespace()}`.trim()

/** Whether a worker certainly ended: it ran here, and its process is gone or this one. */
export const isKnownDead = ({ host, pid }: Pick<WorkerRow, 'host' | 'pid'>, here: string): boolean => {
  if (host !== here) return false
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

export type RegisterTables = WorkerTables & AttemptTables

type RegisterOptions = {
  /** Milliseconds since 1970. */
  now: () => number
  /** How the previous worker of the same supervisor ended. */
  previousEnd?: OwnEnd
  host: string
}

/**
 * Adds this process to the workers of the database, and evicts those that certainly ended, which no other worker need
 * wait for. Returns its id, and what these workers were running.
 */
export const registerWorker = (
  db: Kysely<RegisterTables>,
  { now, previousEnd, host }: RegisterOptions,
): Promise<{ id: string; crashed: CrashedItem[] }> =>
  db.transaction().execute(async (transaction) => {
    const id = randomUUID()
    const others = await transaction.selectFrom('worker').selectAll().execute()
    const crashed: CrashedItem[] = []
    for (const other of others.filter((one) => isKnownDead(one, host))) {
      const end = other.parent_pid === process.ppid ? previousEnd : undefined
      crashed.push(...(await evictIn(transaction, other.id, now(), end)))
    }
    // Of a version that had one worker and did not name it.
    crashed.push(...(await countEnd(transaction, '', previousEnd, now())))
    await transaction
      .insertInto('worker')
      .values({ id, host, pid: process.pid, parent_pid: process.ppid, heartbeat: 0 })
      .execute()
    return { id, crashed }
  })

/** Ends the leases of a dead worker, and counts its end against what it was running; the worker that takes its work over reads that. */
const evictIn = async (
  transaction: Transaction<RegisterTables>,
  id: string,
  now: number,
  end: OwnEnd | undefined,
): Promise<CrashedItem[]> => {
  const { numDeletedRows } = await transaction.deleteFrom('worker').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return []
  const crashed = await countEnd(transaction, id, end, now)
  await transaction.deleteFrom('work_lease').where('worker', '=', id).execute()
  return crashed
}

export const evictWorker = (db: Kysely<RegisterTables>, id: string, now: number): Promise<CrashedItem[]> =>
  db.transaction().execute((transaction) => evictIn(transaction, id, now, undefined))

/** For a graceful stop: others take its work over at once. */
export const unregisterWorker = (db: Kysely<RegisterTables>, id: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await stopItems(transaction, { worker: id })
    await transaction.deleteFrom('work_lease').where('worker', '=', id).execute()
    await transaction.deleteFrom('worker').where('id', '=', id).execute()
  })

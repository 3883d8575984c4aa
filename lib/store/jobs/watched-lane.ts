import type { Kysely, Transaction } from 'kysely'
import { ServiceError } from '#lib/base/errors.ts'
import { asTables } from '#lib/store/as-tables.ts'
import { deleteKeys, type InFlight, type LaneId } from './in-flight.ts'
import { type LaneSuspects, suspectId } from './lane-suspects.ts'
import type { RetryTurn } from './retry-turn.ts'
import type { Suspect, WatchedTables } from './suspects.ts'
import type { WorkerTables } from './worker-tables.ts'

/**
 * Refuses to write for a worker that was silent for so long that others took its work over, and keeps them from doing so until
 * the transaction ends. The lock lets the heartbeat through. PostgreSQL only.
 */
const refuseDead = async (transaction: Kysely<WorkerTables>, id: string): Promise<void> => {
  const found = await transaction
    .selectFrom('worker')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw new ServiceError('not_available', 'Other workers have taken over the work of this one.')
}

/** The items that may run now, and those set aside. */
type Admission<Item> = { run: Item[]; setAside: Item[] }

/** Work of one kind on one chain. Keys are short and meaningful to an operator. */
export type WatchedLane = {
  /** The number of waiting or set-aside items, which a lane must skip when it looks for due items. */
  readonly suspectCount: number
  suspects(): readonly Suspect[]
  isSuspect(key: string): boolean
  /** Milliseconds since 1970, by the clock for retries of suspects. */
  now(): number
  /**
   * Selects what may run: items that are not suspect, or a single suspect. Only one suspect is retried at a time in the
   * whole process, so that the next crash has one cause; the retry lasts until the suspect leaves or ends.
   */
  admit<Item>(items: readonly Item[], keyOf: (item: Item) => string, countMax?: number): Admission<Item>
  /** Persists that these items are about to run. `times` is the count of the suspect that they belong to, if any. */
  begin(keys: readonly string[], times?: number): Promise<void>
  /** Marks items as waiting: a crash does not count against them. A suspect among them stays the one that is retried. */
  pause(keys: readonly string[]): Promise<void>
  /** Marks items as no longer running, without clearing suspects: they have more work to do. */
  leave(keys: readonly string[]): Promise<void>
  /**
   * Clears items within the transaction that stores their result: later crashes do not count against them. Call `end`
   * afterwards. @throws ServiceError if other workers have taken over the work of this one.
   */
  clearIn<Tables>(transaction: Transaction<Tables>, keys: readonly string[]): Promise<void>
  /** Marks items as ended, successfully or not: the worker survived them. */
  end(keys: readonly string[]): Promise<void>
}

type LaneParts = {
  id: LaneId
  now: () => number
  retryTurn: RetryTurn
  suspects: LaneSuspects
  running: InFlight
  /** Empty for an only worker. */
  worker: string
}

export const watchedLane = ({ id, now, retryTurn, suspects, running, worker }: LaneParts): WatchedLane => {
  /** An unavailable database must not turn completed work into a failure: the next write catches up. */
  const pause: WatchedLane['pause'] = async (keys) => {
    for (const key of keys) running.delete(key)
    await running.persist().catch(() => {})
  }

  const leave: WatchedLane['leave'] = async (keys) => {
    for (const key of keys) retryTurn.end(suspectId({ ...id, key }))
    await pause(keys)
  }

  return {
    get suspectCount() {
      return suspects.all().length
    },
    suspects: suspects.all,
    now,
    isSuspect: (key) => suspects.get(key) !== undefined,
    admit: (items, keyOf, countMax = Number.POSITIVE_INFINITY) => {
      const free: (typeof items)[number][] = []
      const setAside: (typeof items)[number][] = []
      let retry: { item: (typeof items)[number]; suspect: Suspect } | undefined
      for (const item of items) {
        const key = keyOf(item)
        const suspect = suspects.get(key)
        if (suspect) suspects.noteWanted(key)
        if (!suspect) free.push(item)
        else if (suspect.retryAt === null) setAside.push(item)
        else if (!retry && retryTurn.mayRetry(suspectId(suspect), suspect)) retry = { item, suspect }
      }
      suspects.forgetUnwanted()
      if (!retry) return { run: free.slice(0, countMax), setAside }
      retryTurn.take(suspectId(retry.suspect))
      return { run: [retry.item], setAside }
    },
    begin: async (keys, times) => {
      if (keys.length === 0) return
      suspects.forgetUnwanted()
      for (const key of keys) {
        retryTurn.begin(suspectId({ ...id, key }))
        running.set(key, (times ?? suspects.get(key)?.times ?? -1) + 1)
      }
      try {
        await running.persist()
      } catch (error) {
        await leave(keys)
        throw error
      }
    },
    pause,
    leave,
    clearIn: async (transaction, keys) => {
      // The watched tables are in every store.
      const within = asTables<WatchedTables & WorkerTables>(transaction)
      if (worker) await refuseDead(within, worker)
      await deleteKeys(within, 'work_in_flight', id, keys)
      await deleteKeys(within, 'suspect_work', id, suspects.among(keys))
    },
    end: async (keys) => {
      if (keys.length === 0) return
      await suspects.forget(keys).catch(() => {})
      await leave(keys)
    },
  }
}

import type { Store } from '#lib/store/store.ts'
import { createInFlight, createWriteQueue, type LaneId } from './in-flight.ts'
import { laneSuspects, suspectId } from './lane-suspects.ts'
import { createRetryTurn, type RetryTurn } from './retry-turn.ts'
import { blameLeftovers, type OwnEnd, readSuspects, type WatchedTables } from './suspects.ts'
import { type WatchedLane, watchedLane } from './watched-lane.ts'

type LaneOptions = {
  /** Items are ordered: one that crashed the worker on its own is offered again, however long its node is down. */
  isOrdered?: boolean
}

export type WatchedWork = {
  /** The id of this worker; empty if it is the only one. */
  worker: string
  /** The same with suspects that were found since. */
  again(): Promise<WatchedWork>
  lane(chain: number, kind: string, options?: LaneOptions): WatchedLane
  /** For a graceful stop: nothing of it is running any more. */
  close(): Promise<void>
}

type WatchOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  /** The id of this worker, if there may be others. */
  worker?: string
  /** Shared by all databases of the worker. */
  retryTurn?: RetryTurn
}

export type WatchedWorkOptions = WatchOptions & {
  previousEnd?: OwnEnd
  /** Clears all suspects, so that they are tried again. */
  retryAll?: boolean
}

/** `watchWork` of the only worker, at its start: what its predecessor left in flight becomes suspect. */
export const openWatchedWork = async <Tables>(
  store: Store<Tables>,
  { previousEnd, retryAll = false, ...options }: WatchedWorkOptions = {},
): Promise<WatchedWork> => {
  const { db } = store.withTables<WatchedTables>()
  const { now = Date.now } = options
  if (retryAll) await db.deleteFrom('suspect_work').execute()
  await db.transaction().execute((transaction) => blameLeftovers(transaction, '', previousEnd, now()))
  return await watchWork(store, options)
}

/**
 * Tracks what the worker runs, so that no single item crashes workers repeatedly.
 *
 * Items that a dead worker left in flight become suspects and are retried alone, with growing delays after the
 * start. Any end of the worker during such a retry counts, as do hangs and crashes; after three, the item is set aside.
 * A suspect that completes is cleared. Suspects are read once: whoever takes work over from another worker watches it anew.
 */
export const watchWork = async <Tables>(
  anyStore: Store<Tables>,
  { now = Date.now, worker = '', retryTurn = createRetryTurn(now) }: WatchOptions = {},
): Promise<WatchedWork> => {
  const { db } = anyStore.withTables<WatchedTables>()
  const suspects = new Map((await readSuspects(anyStore)).map((suspect) => [suspectId(suspect), suspect]))
  const lanes = new Map<string, WatchedLane>()
  const laneIds = new Set<LaneId>()
  const writes = createWriteQueue()

  const createLane = (id: LaneId, { isOrdered = false }: LaneOptions): WatchedLane => {
    laneIds.add(id)
    return watchedLane({
      id,
      now,
      retryTurn,
      suspects: laneSuspects(db, suspects, id, { isOrdered, now }),
      running: createInFlight(db, id, writes, worker),
      worker,
    })
  }

  return {
    worker,
    again: () => watchWork(anyStore, { now, worker, retryTurn }),
    lane: (chain, kind, options = {}) => {
      const id = `${chain} ${kind}`
      const lane = lanes.get(id) ?? createLane({ chain, kind }, options)
      lanes.set(id, lane)
      return lane
    },
    close: async () => {
      await writes.settled()
      for (const { chain, kind } of laneIds)
        await db
          .deleteFrom('work_in_flight')
          .where('chain', '=', chain)
          .where('kind', '=', kind)
          .where('worker', '=', worker)
          .execute()
    },
  }
}

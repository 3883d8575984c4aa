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
  lane(chain: number, kind: string, options?: LaneOptions): WatchedLane
  /** For a graceful stop: nothing is running any more. */
  close(): Promise<void>
}

export type WatchedWorkOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  previousEnd?: OwnEnd
  /** Clears all suspects, so that they are tried again. */
  retryAll?: boolean
  /** Shared by all databases of the worker. */
  retryTurn?: RetryTurn
}

/**
 * Tracks what the worker runs, so that no single item crashes it repeatedly. Call it once at the start of the
 * only worker.
 *
 * Items that the previous worker left in flight become suspects and are retried alone, with growing delays after the
 * start. Any end of the worker during such a retry counts, as do hangs and crashes; after three, the item is set aside.
 * A suspect that completes is cleared.
 */
export const openWatchedWork = async <Tables>(
  anyStore: Store<Tables>,
  { now = Date.now, previousEnd, retryAll = false, retryTurn = createRetryTurn(now) }: WatchedWorkOptions = {},
): Promise<WatchedWork> => {
  const { db } = anyStore.withTables<WatchedTables>()
  if (retryAll) await db.deleteFrom('suspect_work').execute()
  await blameLeftovers(db, previousEnd, now())
  const suspects = new Map((await readSuspects(anyStore)).map((suspect) => [suspectId(suspect), suspect]))
  const lanes = new Map<string, WatchedLane>()
  const writes = createWriteQueue()

  const createLane = (id: LaneId, { isOrdered = false }: LaneOptions): WatchedLane =>
    watchedLane({
      id,
      now,
      retryTurn,
      suspects: laneSuspects(db, suspects, id, { isOrdered, now }),
      running: createInFlight(db, id, writes),
    })

  return {
    lane: (chain, kind, options = {}) => {
      const id = `${chain} ${kind}`
      const lane = lanes.get(id) ?? createLane({ chain, kind }, options)
      lanes.set(id, lane)
      return lane
    },
    close: async () => {
      await writes.settled()
      await db.deleteFrom('work_in_flight').execute()
    },
  }
}

import type { Store } from './store.ts'
import { blameLeftovers, type OwnEnd, readSuspects, type WatchedTables } from './suspects.ts'
import { createInFlight, createWriteQueue, type LaneId } from './watched/in-flight.ts'
import { laneSuspects, suspectId } from './watched/lane-suspects.ts'
import { createRetryTurn } from './watched/retry-turn.ts'
import { type WatchedLane, watchedLane } from './watched/watched-lane.ts'

type LaneOptions = {
  /** Items are ordered: one that crashed the worker alone is offered again, however long its node is down. */
  isOrdered?: boolean
}

export type WatchedWork = {
  lane(chain: number, kind: string, options?: LaneOptions): WatchedLane
  /** For an orderly stop: nothing runs any more. */
  close(): Promise<void>
}

export type WatchedWorkOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  previousEnd?: OwnEnd
  /** Forgets all suspects: the operator wants them tried again. */
  retryAll?: boolean
}

/**
 * Watches what the worker runs, so that no single item crashes it again and again. Call it once at the start of the
 * only worker.
 *
 * Items that the previous worker left in flight become suspects and are retried alone, with growing delays after the
 * start. Any end of the worker during such a retry counts, as do a hang and a crash; after three the item is set aside.
 * A suspect that completes is cleared.
 */
export const openWatchedWork = async <Tables>(
  anyStore: Store<Tables>,
  { now = Date.now, previousEnd, retryAll = false }: WatchedWorkOptions = {},
): Promise<WatchedWork> => {
  const { db } = anyStore.withTables<WatchedTables>()
  if (retryAll) await db.deleteFrom('suspect_work').execute()
  await blameLeftovers(db, previousEnd, now())
  const suspects = new Map((await readSuspects(anyStore)).map((suspect) => [suspectId(suspect), suspect]))
  const lanes = new Map<string, WatchedLane>()
  const retryTurn = createRetryTurn(now)
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

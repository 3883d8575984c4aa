import type { Kysely, Transaction } from 'kysely'
import type { Store } from './store.ts'
import { blameLeftovers, type OwnEnd, readSuspects, type Suspect, type WatchedTables } from './suspects.ts'

/** What may run now, and what is set aside. */
type Admission<Item> = { run: Item[]; setAside: Item[] }

/** Work of one kind on one chain. Keys are short and tell an operator what it is. */
export type WatchedLane = {
  /** How many items wait or are set aside: a lane that looks for due items must look past these. */
  readonly suspectCount: number
  suspects(): readonly Suspect[]
  isSuspect(key: string): boolean
  /** Milliseconds since 1970, by the clock that suspects are retried by. */
  now(): number
  /**
   * Sorts out what may run: items that are not suspect, or a single suspect. Only one suspect is retried at a time in the
   * whole process, so that the next end has one cause; the retry lasts until the suspect leaves or ends.
   */
  admit<Item>(items: readonly Item[], keyOf: (item: Item) => string, countMax?: number): Admission<Item>
  /** Persists that these run, before they do. `times` is the count of the suspect that they are a part of, if any. */
  begin(keys: readonly string[], times?: number): Promise<void>
  /** They wait for a turn: an end of the worker does not count against them. A suspect among them stays the one that is retried. */
  pause(keys: readonly string[]): Promise<void>
  /** They do not run any more, which clears none of suspicion: there is more to do with them. */
  leave(keys: readonly string[]): Promise<void>
  /** Clears them within the transaction that stores their result: no end after it counts against them. Call `end` then. */
  clearIn<Tables>(transaction: Transaction<Tables>, keys: readonly string[]): Promise<void>
  /** They ended, well or not: the worker survived them. */
  end(keys: readonly string[]): Promise<void>
}

type LaneOptions = {
  /** Items come in order: one that crashed the worker on its own comes up again, however long its node is down. */
  isOrdered?: boolean
}

export type WatchedWork = {
  lane(chain: number, kind: string, options?: LaneOptions): WatchedLane
  /** For an orderly stop: nothing runs any more. */
  close(): Promise<void>
}

/**
 * From the end of one retry to the next of a suspect, by its count. Where the next end would count, the pause is much longer
 * than the retry took: a kill from outside, even one that follows what the worker stores, then rarely meets one.
 */
const retryPauses = [
  { ms: 0, timesDuration: 0 },
  { ms: 2_000, timesDuration: 10 },
  { ms: 5_000, timesDuration: 20 },
] as const
/** A suspect that no lane wanted for so long was completed in the moment before the worker ended. */
const unwantedMs = 5 * 60_000

export type WatchedWorkOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  previousEnd?: OwnEnd
  /** Forgets all suspects: the operator wants them tried again. */
  retryAll?: boolean
}

/**
 * Watches what the worker runs, so that no single item ends it again and again. Call it once at the start of the only worker.
 *
 * What the former worker left in flight becomes suspect and is retried on its own, each time later after the start than the
 * time before. Ends during such a retry count, whatever their cause, as do a hang and a crash; after three the item is set
 * aside. A suspect that completes is cleared.
 */
export const openWatchedWork = async <Tables>(
  anyStore: Store<Tables>,
  { now = Date.now, previousEnd, retryAll = false }: WatchedWorkOptions = {},
): Promise<WatchedWork> => {
  const { db } = anyStore.withTables<WatchedTables>()
  if (retryAll) await db.deleteFrom('suspect_work').execute()
  await blameLeftovers(db, previousEnd, now())
  const suspects = new Map((await readSuspects(anyStore)).map((suspect) => [idOf(suspect), suspect]))
  const lanes = new Map<string, WatchedLane>()
  let retried: { id: string; since: number } | undefined
  /** From when the next suspect may be retried, by its count. */
  let retriesFrom: number[] = retryPauses.map(() => 0)
  let writing: Promise<unknown> = Promise.resolve()

  const endRetry = (): void => {
    if (!retried) return
    const endedAt = now()
    const tookMs = endedAt - retried.since
    retriesFrom = retryPauses.map(({ ms, timesDuration }) => endedAt + ms + timesDuration * tookMs)
    retried = undefined
  }

  const createLane = (chain: number, kind: string, { isOrdered = false }: LaneOptions): WatchedLane => {
    const running = new Map<string, number>()
    const written = new Map<string, number>()
    const idIn = (key: string): string => idOf({ chain, kind, key })
    const ofLane = (): Suspect[] => [...suspects.values()].filter((one) => one.chain === chain && one.kind === kind)
    const wantedAt = new Map<string, number>()
    const openedAt = now()

    let nextWrite: Promise<void> | undefined

    /** One write after the other; many calls at once share the next write. What a failed write left out is in the next one. */
    const persist = (): Promise<void> => {
      if (nextWrite) return nextWrite
      const write = writing.then(async () => {
        nextWrite = undefined
        const added = [...running].filter(([key, times]) => written.get(key) !== times)
        const gone = [...written.keys()].filter((key) => !running.has(key))
        if (added.length > 0)
          await db
            .insertInto('work_in_flight')
            .values(added.map(([key, times]) => ({ chain, kind, key, times })))
            .onConflict((conflict) =>
              conflict.columns(['chain', 'kind', 'key']).doUpdateSet(({ ref }) => ({ times: ref('excluded.times') })),
            )
            .execute()
        for (const [key, times] of added) written.set(key, times)
        await deleteKeys(db, 'work_in_flight', gone)
        for (const key of gone) written.delete(key)
      })
      nextWrite = write
      writing = write.catch(() => {})
      return write
    }

    const deleteKeys = async (
      from: Kysely<WatchedTables>,
      table: keyof WatchedTables,
      keys: readonly string[],
    ): Promise<void> => {
      if (keys.length === 0) return
      await from
        .deleteFrom(table)
        .where('chain', '=', chain)
        .where('kind', '=', kind)
        .where('key', 'in', keys)
        .execute()
    }

    const suspectsAmong = (keys: readonly string[]): string[] => keys.filter((key) => suspects.has(idIn(key)))

    const forget = async (keys: readonly string[]): Promise<void> => {
      const forgotten = suspectsAmong(keys)
      for (const key of keys) wantedAt.delete(key)
      await deleteKeys(db, 'suspect_work', forgotten)
      for (const key of forgotten) suspects.delete(idIn(key))
    }

    const mayRetry = (suspect: Suspect): boolean => {
      if (retried) return retried.id === idOf(suspect)
      const { retryAt, times } = suspect
      return retryAt !== null && Math.max(retryAt, retriesFrom[times] ?? 0) <= now()
    }

    const forgetUnwanted = (): void => {
      const isUnwanted = ({ key, retryAt, times }: Suspect): boolean =>
        retryAt !== null &&
        (times === 0 || !isOrdered) &&
        now() - Math.max(openedAt, retryAt, wantedAt.get(key) ?? 0) > unwantedMs
      const unwanted = ofLane().filter(isUnwanted)
      if (unwanted.length > 0) void forget(unwanted.map(({ key }) => key)).catch(() => {})
    }

    /** A database that is away must not turn work that is done into a failure: the next write catches up. */
    const pause = async (keys: readonly string[]): Promise<void> => {
      for (const key of keys) running.delete(key)
      await persist().catch(() => {})
    }

    const leave = async (keys: readonly string[]): Promise<void> => {
      if (keys.some((key) => retried?.id === idIn(key))) endRetry()
      await pause(keys)
    }

    return {
      get suspectCount() {
        return ofLane().length
      },
      suspects: ofLane,
      now,
      isSuspect: (key) => suspects.has(idIn(key)),
      admit: (items, keyOf, countMax = Number.POSITIVE_INFINITY) => {
        const free: (typeof items)[number][] = []
        const setAside: (typeof items)[number][] = []
        let retry: { item: (typeof items)[number]; suspect: Suspect } | undefined
        for (const item of items) {
          const key = keyOf(item)
          const suspect = suspects.get(idIn(key))
          if (suspect) wantedAt.set(key, now())
          if (!suspect) free.push(item)
          else if (suspect.retryAt === null) setAside.push(item)
          else if (!retry && mayRetry(suspect)) retry = { item, suspect }
        }
        forgetUnwanted()
        if (!retry) return { run: free.slice(0, countMax), setAside }
        retried ??= { id: idOf(retry.suspect), since: now() }
        return { run: [retry.item], setAside }
      },
      begin: async (keys, times) => {
        if (keys.length === 0) return
        forgetUnwanted()
        for (const key of keys) {
          if (retried?.id === idIn(key)) retried.since = now()
          running.set(key, (times ?? suspects.get(idIn(key))?.times ?? -1) + 1)
        }
        try {
          await persist()
        } catch (error) {
          await leave(keys)
          throw error
        }
      },
      pause,
      leave,
      clearIn: async (transaction, keys) => {
        // The watched tables are in every store.
        const within = transaction as unknown as Transaction<WatchedTables>
        await deleteKeys(within, 'work_in_flight', keys)
        await deleteKeys(within, 'suspect_work', suspectsAmong(keys))
      },
      end: async (keys) => {
        if (keys.length === 0) return
        await forget(keys).catch(() => {})
        await leave(keys)
      },
    }
  }

  return {
    lane: (chain, kind, options = {}) => {
      const id = `${chain} ${kind}`
      const lane = lanes.get(id) ?? createLane(chain, kind, options)
      lanes.set(id, lane)
      return lane
    },
    close: async () => {
      await writing
      await db.deleteFrom('work_in_flight').execute()
    },
  }
}

const idOf = ({ chain, kind, key }: Pick<Suspect, 'chain' | 'kind' | 'key'>): string => `${chain} ${kind} ${key}`

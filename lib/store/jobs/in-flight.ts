import type { Kysely } from 'kysely'
import type { WatchedTables } from './suspects.ts'

/** The work of one kind on one chain. */
export type LaneId = { chain: number; kind: string }

/** Runs writes one after the other; one that fails does not stop the next. */
export type WriteQueue = { add(write: () => Promise<void>): Promise<void>; settled(): Promise<unknown> }

export const createWriteQueue = (): WriteQueue => {
  let writing: Promise<unknown> = Promise.resolve()
  return {
    add: (write) => {
      const done = writing.then(write)
      writing = done.catch(() => {})
      return done
    },
    settled: () => writing,
  }
}

export const deleteKeys = async (
  db: Kysely<WatchedTables>,
  table: keyof WatchedTables,
  { chain, kind }: LaneId,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return
  await db.deleteFrom(table).where('chain', '=', chain).where('kind', '=', kind).where('key', 'in', keys).execute()
}

/** The running items of a lane, also stored in the database for the next worker after a crash. */
export type InFlight = {
  set(key: string, times: number): void
  delete(key: string): void
  /** Concurrent calls share the next write, which also includes what a failed write left out. */
  persist(): Promise<void>
}

export const createInFlight = (
  db: Kysely<WatchedTables>,
  lane: LaneId,
  queue: WriteQueue,
  worker: string,
): InFlight => {
  const running = new Map<string, number>()
  const written = new Map<string, number>()
  let nextWrite: Promise<void> | undefined

  const writeChanges = async (): Promise<void> => {
    const added = [...running].filter(([key, times]) => written.get(key) !== times)
    const gone = [...written.keys()].filter((key) => !running.has(key))
    if (added.length > 0)
      await db
        .insertInto('work_in_flight')
        .values(added.map(([key, times]) => ({ ...lane, key, times, worker })))
        .onConflict((conflict) =>
          conflict
            .columns(['chain', 'kind', 'key'])
            .doUpdateSet(({ ref }) => ({ times: ref('excluded.times'), worker })),
        )
        .execute()
    for (const [key, times] of added) written.set(key, times)
    await deleteKeys(db, 'work_in_flight', lane, gone)
    for (const key of gone) written.delete(key)
  }

  return {
    set: (key, times) => void running.set(key, times),
    delete: (key) => void running.delete(key),
    persist: () => {
      nextWrite ??= queue.add(() => {
        nextWrite = undefined
        return writeChanges()
      })
      return nextWrite
    },
  }
}

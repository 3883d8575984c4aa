import type { Kysely } from 'kysely'
import type { AttemptTables, CrashedItem, WorkKind } from './attempts-table.ts'

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

/** The running items of one kind, also stored in the database for the next worker after a crash. */
export type RunningItems = {
  /** `crashed` if this is a retry of it, or of a part of it. */
  start(key: string, crashed: CrashedItem | undefined): void
  stop(key: string): void
  /** Stopped for good: its attempts are forgotten. */
  finish(key: string): void
  /** Concurrent calls share the next write, which also includes what a failed write left out. */
  persist(): Promise<void>
}

type Running = { startedAt: number; crashed: CrashedItem | undefined }

export const createRunningItems = (
  db: Kysely<AttemptTables>,
  { chain, kind, worker, now }: WorkKind & { worker: string; now: () => number },
  queue: WriteQueue,
): RunningItems => {
  const running = new Map<string, Running>()
  const finished = new Set<string>()
  const written = new Map<string, Running>()
  let nextWrite: Promise<void> | undefined

  const rowOf = ([key, { startedAt, crashed }]: [string, Running]): AttemptTables['work_attempt'] => ({
    ...{ chain, kind, key, worker },
    attempts: crashed?.attempts ?? 0,
    started_at: startedAt,
    crashed_at: crashed?.since ?? null,
    retry_at: crashed?.retryAt ?? null,
    reason: crashed?.reason ?? null,
  })

  /** Items that finished, and those that stopped without a crash before. */
  const deleteEnded = async (): Promise<void> => {
    const stopped = [...written].filter(([key, { crashed }]) => !running.has(key) && crashed?.key !== key)
    const ended = new Set([...finished, ...stopped.map(([key]) => key)])
    await deleteItems(db, { chain, kind }, [...ended])
    for (const key of ended) {
      written.delete(key)
      finished.delete(key)
    }
  }

  const markWaiting = async (): Promise<void> => {
    const waiting = [...written]
      .filter(([key, { crashed }]) => crashed?.key === key && !running.has(key) && !finished.has(key))
      .map(([key]) => key)
    if (waiting.length === 0) return
    await db
      .updateTable('work_attempt')
      .set({ started_at: null })
      .where((where) => where.and({ chain, kind }))
      .where('key', 'in', waiting)
      .execute()
    for (const key of waiting) written.delete(key)
  }

  const insertStarted = async (): Promise<void> => {
    const started = [...running].filter(([key, one]) => written.get(key) !== one)
    if (started.length === 0) return
    await db
      .insertInto('work_attempt')
      .values(started.map(rowOf))
      .onConflict((conflict) =>
        conflict.columns(['chain', 'kind', 'key']).doUpdateSet(({ ref }) => ({
          attempts: ref('excluded.attempts'),
          started_at: ref('excluded.started_at'),
          worker: ref('excluded.worker'),
          crashed_at: ref('excluded.crashed_at'),
          retry_at: ref('excluded.retry_at'),
          reason: ref('excluded.reason'),
        })),
      )
      .execute()
    for (const [key, one] of started) written.set(key, one)
  }

  /** In this order, so that an item may finish and start again before it is written. */
  const writeChanges = async (): Promise<void> => {
    await deleteEnded()
    await markWaiting()
    await insertStarted()
  }

  return {
    start: (key, crashed) => void running.set(key, { startedAt: now(), crashed }),
    stop: (key) => void running.delete(key),
    finish: (key) => {
      running.delete(key)
      finished.add(key)
    },
    persist: () => {
      nextWrite ??= queue.add(() => {
        nextWrite = undefined
        return writeChanges()
      })
      return nextWrite
    },
  }
}

export const deleteItems = async (
  db: Kysely<AttemptTables>,
  { chain, kind }: WorkKind,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return
  await db
    .deleteFrom('work_attempt')
    .where((where) => where.and({ chain, kind }))
    .where('key', 'in', keys)
    .execute()
}

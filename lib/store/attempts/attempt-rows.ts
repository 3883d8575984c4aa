import type { Kysely } from 'kysely'
import type { AttemptRow, AttemptTables, WorkKind } from './attempts-table.ts'

/** What becomes of the row of an item. */
type Change = Omit<AttemptRow, 'chain' | 'kind' | 'key'> | 'waits' | 'deleted'

/** Writes the rows of one kind of work; the last change of an item counts. */
export type AttemptRows = {
  set(key: string, change: Change): void
  /** Concurrent calls share the next write, which also includes what a failed write left out. */
  write(): Promise<void>
  /** Resolves when no write is under way. */
  settled(): Promise<void>
}

export const createAttemptRows = (db: Kysely<AttemptTables>, kind: WorkKind): AttemptRows => {
  let changes = new Map<string, Change>()
  let writing: Promise<void> = Promise.resolve()
  let nextWrite: Promise<void> | undefined

  const writeChanges = async (): Promise<void> => {
    nextWrite = undefined
    const taken = changes
    changes = new Map()
    const keysOf = (wanted: Change): string[] => [...taken].flatMap(([key, change]) => (change === wanted ? key : []))
    const rows = [...taken].flatMap(([key, change]) => (typeof change === 'object' ? { ...kind, key, ...change } : []))
    try {
      await deleteItems(db, kind, keysOf('deleted'))
      await markWaiting(db, kind, keysOf('waits'))
      await upsertRows(db, rows)
    } catch (error) {
      changes = new Map([...taken, ...changes])
      throw error
    }
  }

  return {
    set: (key, change) => void changes.set(key, change),
    write: () => {
      nextWrite ??= writing.then(writeChanges)
      writing = nextWrite.catch(() => {})
      return nextWrite
    },
    settled: () => writing,
  }
}

export const deleteItems = async (
  db: Kysely<AttemptTables>,
  kind: WorkKind,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return
  await db
    .deleteFrom('work_attempt')
    .where((where) => where.and({ ...kind }))
    .where('key', 'in', keys)
    .execute()
}

const markWaiting = async (db: Kysely<AttemptTables>, kind: WorkKind, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await db
    .updateTable('work_attempt')
    .set({ started_at: null })
    .where((where) => where.and({ ...kind }))
    .where('key', 'in', keys)
    .execute()
}

const upsertRows = async (db: Kysely<AttemptTables>, rows: readonly AttemptRow[]): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('work_attempt')
    .values(rows)
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
}

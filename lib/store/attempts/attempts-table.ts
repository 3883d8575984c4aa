import type { Kysely, QueryExecutorProvider, Transaction } from 'kysely'
import { asTables } from '#lib/store/as-tables.ts'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import type { Store } from '#lib/store/store.ts'

/** A work item that is running, that waits for a retry after a worker ended while running it, or that is set aside. */
export type AttemptRow = {
  chain: number
  kind: string
  key: string
  /** How many ends of a worker count against it. */
  attempts: number
  /** Milliseconds since 1970; null unless it is running. */
  started_at: number | null
  /** The worker that runs it; empty if there is only one. */
  worker: string
  /** Milliseconds since 1970: the first end of a worker that ran it. Null if there was none. */
  crashed_at: number | null
  /** Milliseconds since 1970; null if it is set aside, or did not crash. */
  retry_at: number | null
  /** How that worker ended. */
  reason: string | null
}

export type AttemptTables = { work_attempt: AttemptRow }

/** The work of one kind on one chain. */
export type WorkKind = { chain: number; kind: string }

/** A work item that a worker was running when it ended. */
export type CrashedItem = {
  chain: number
  kind: string
  key: string
  attempts: number
  /** Milliseconds since 1970 of the first time. */
  since: number
  /** Milliseconds since 1970; null if it is set aside. */
  retryAt: number | null
  reason: string
}

/** How a worker ended, if the supervisor knows that it was not killed from outside. */
export type OwnEnd = 'hung' | 'crashed'

/** An item is set aside after this many. */
const attemptsMax = 3
/** How long after the end of the worker an item waits, by its attempts. */
const retryInMs = [2_000, 5_000, 60_000] as const
/** An item that nobody has run for this long after its retry was due was completed just before the worker ended. */
const forgottenAfterMs = 60 * 60_000

const reasons = {
  hung: 'The worker stopped responding while this was running.',
  crashed: 'The worker crashed while this was running.',
  unknown: 'The worker ended unexpectedly while this was running.',
} as const

/** Shown with an item that is set aside. */
export const setAsideWords = `The worker ended ${attemptsMax} times while working on this, so it is set aside.`

export const createAttemptTable = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { text, integer, small } = types
  await schema
    .createTable('work_attempt')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('attempts', small, (column) => column.notNull())
    .addColumn('started_at', integer)
    .addColumn('worker', text, (column) => column.notNull())
    .addColumn('crashed_at', integer)
    .addColumn('retry_at', integer)
    .addColumn('reason', text)
    .addPrimaryKeyConstraint('work_attempt_key', ['chain', 'kind', 'key'])
    .execute()
}

/**
 * Counts the end of a worker against the items that it was running, each of which is retried on its own. If one of them was such a
 * retry, the end counts against that one, whatever the cause. Otherwise one of them caused a hang or a crash, so it counts
 * against each; any other end (the OOM killer, a deploy, the operator, a power cut) counts against none. Returns these items.
 */
export const countEnd = async <Tables>(
  transaction: Transaction<Tables>,
  worker: string,
  end: OwnEnd | undefined,
  now: number,
): Promise<CrashedItem[]> => {
  const db = asTables<AttemptTables>(transaction)
  const running = await db
    .selectFrom('work_attempt')
    .selectAll()
    .where('worker', '=', worker)
    .where('started_at', 'is not', null)
    .execute()
  const hasRetry = running.some(({ crashed_at }) => crashed_at !== null)
  const crashed = running.map((row): CrashedItem => {
    const isCounted = hasRetry ? row.crashed_at !== null : end !== undefined
    const attempts = row.attempts + (isCounted ? 1 : 0)
    const retryAt = attempts >= attemptsMax ? null : now + (retryInMs[attempts] ?? 0)
    const { chain, kind, key, crashed_at } = row
    return { chain, kind, key, attempts, since: crashed_at ?? now, retryAt, reason: reasons[end ?? 'unknown'] }
  })
  for (const { chain, kind, key, attempts, since, retryAt, reason } of crashed)
    await db
      .updateTable('work_attempt')
      .set({ attempts, started_at: null, crashed_at: since, retry_at: retryAt, reason })
      .where((where) => where.and({ chain, kind, key }))
      .execute()
  return crashed
}

/** Marks all running items of a worker as stopped, or those of one kind: its end does not count against them. */
export const stopItems = async (
  anyDb: QueryExecutorProvider,
  of: { worker: string } & Partial<WorkKind>,
): Promise<void> => {
  const db = asTables<AttemptTables>(anyDb)
  await db
    .deleteFrom('work_attempt')
    .where((where) => where.and(of))
    .where('crashed_at', 'is', null)
    .execute()
  await db
    .updateTable('work_attempt')
    .set({ started_at: null })
    .where((where) => where.and(of))
    .where('started_at', 'is not', null)
    .execute()
}

/** Deletes the crashed items that were not run again when they should have been; `all` deletes those set aside too. */
export const forgetCrashed = async (
  anyDb: QueryExecutorProvider,
  { now, all }: { now: number; all: boolean },
): Promise<void> => {
  await asTables<AttemptTables>(anyDb)
    .deleteFrom('work_attempt')
    .where('crashed_at', 'is not', null)
    .where('started_at', 'is', null)
    .$if(!all, (query) => query.where('retry_at', '<', now - forgottenAfterMs))
    .execute()
}

export const isForgotten = ({ retryAt }: CrashedItem, now: number): boolean =>
  retryAt !== null && now - retryAt > forgottenAfterMs

const listedMax = 1_000

/** Items that wait for a retry or are set aside: set-aside ones first, then newest first. */
export const readCrashedItems = async <Tables>(
  anyStore: Store<Tables>,
  now: number = Date.now(),
): Promise<CrashedItem[]> => {
  const rows = await anyStore
    .withTables<AttemptTables>()
    .db.selectFrom('work_attempt')
    .selectAll()
    .where('crashed_at', 'is not', null)
    .orderBy('attempts', 'desc')
    .orderBy('crashed_at', 'desc')
    .limit(listedMax)
    .execute()
  return rows
    .map(({ chain, kind, key, attempts, crashed_at, retry_at, reason }) => ({
      ...{ chain, kind, key, attempts },
      since: crashed_at ?? 0,
      retryAt: retry_at,
      reason: reason ?? reasons.unknown,
    }))
    .filter((item) => !isForgotten(item, now))
}

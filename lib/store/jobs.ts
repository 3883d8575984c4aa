import { type Kysely, sql, type Transaction } from 'kysely'
import type { JobRow, JobTables } from './jobs-table.ts'
import type { Store } from './store.ts'

type NewJob = {
  kind: string
  /** The subject of the job: each key is queued once per kind. */
  key: string
  payload?: string
  /** Higher priorities always run first; 0 by default. */
  priority?: number
  /** It counts as waiting for that long already, and runs before those of its priority that have waited less. */
  headStartMs?: number
}

/** A job that this worker has, until its lease ends. */
export type ClaimedJob = Pick<JobRow, 'kind' | 'key' | 'payload' | 'attempts' | 'claim'>

export type QueuedJob = Pick<JobRow, 'key' | 'attempts' | 'error'> & { isRunning: boolean }

/**
 * A queue that outlives the process and is shared by several workers. A job of a dead worker becomes available when its
 * lease ends, so a job must tolerate running twice. Calls with a claim return whether it was still valid.
 */
export type Jobs = {
  /**
   * Queues a job that is not queued yet, and raises the priority of one that is. Returns false without a change if the
   * queue of the kind is full.
   */
  enqueue(job: NewJob): Promise<boolean>
  /** The same for several keys in one transaction; returns those that were queued or already are. */
  enqueueAll(jobs: readonly NewJob[]): Promise<NewJob[]>
  /** All of a kind: those that run, then the others in the order in which they would run now. */
  list(kind: string): Promise<(Pick<JobRow, 'key' | 'payload'> & { isRunning: boolean })[]>
  /** Which of these keys are queued or running. */
  find(kind: string, keys: readonly string[]): Promise<QueuedJob[]>
  /** The next job that may run: the longest waiting one of the highest priority. */
  claim(kind: string): Promise<ClaimedJob | undefined>
  /** Whether another job of the kind could run now. */
  hasWaiting(kind: string): Promise<boolean>
  extend(job: ClaimedJob): Promise<boolean>
  /** Returns it to the end of its queue, to run after `inMs` at the earliest; earlier failures no longer count. */
  release(job: ClaimedJob, inMs?: number): Promise<boolean>
  finish(job: ClaimedJob): Promise<boolean>
  /** Queues it for a retry, with the reason of the failure. */
  fail(job: ClaimedJob, failure: { error: string; retryInMs: number }): Promise<boolean>
}

export type JobsOptions = {
  /** How long a worker holds a job without extending or finishing it. */
  leaseMs?: number
  /** Jobs of one kind in the queue. */
  queuedMax?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

/** The context shared by the three parts of the queue. */
type JobsPart = { db: Kysely<JobTables>; now: () => number }

export const createJobs = <Tables>(store: Store<Tables>, options: JobsOptions = {}): Jobs => {
  const { leaseMs = 30_000, queuedMax = 1_000, now = Date.now } = options
  const part = { db: store.withTables<JobTables>().db, now }
  return {
    ...queueing(part, queuedMax),
    ...claiming(part, leaseMs, store.dialect),
    ...holding(part, leaseMs),
  }
}

/** For code that queues jobs. */
const queueing = ({ db, now }: JobsPart, queuedMax: number): Pick<Jobs, 'enqueue' | 'enqueueAll' | 'list' | 'find'> => {
  const enqueueAll: Jobs['enqueueAll'] = (jobs) =>
    db.transaction().execute(async (transaction) => {
      const accepted: NewJob[] = []
      for (const job of jobs) if (await enqueueOne(transaction, job)) accepted.push(job)
      return accepted
    })

  const enqueueOne = async (
    transaction: Transaction<JobTables>,
    { kind, key, payload = '', priority = 0, headStartMs = 0 }: NewJob,
  ): Promise<boolean> => {
    const found = await transaction
      .updateTable('job')
      .set({ priority: sql<number>`case when priority < ${priority} then ${priority} else priority end` })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (changed(found)) return true
    const { queued } = await transaction
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<number>().as('queued'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    if (queued >= queuedMax) return false
    await transaction
      .insertInto('job')
      .values({
        ...{ kind, key, priority, payload },
        run_at: now() - headStartMs,
        ...{ leased_until: null, claim: 0, attempts: 0, error: null },
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute()
    return true
  }

  return {
    enqueue: async (job) => (await enqueueAll([job])).length === 1,
    enqueueAll,

    list: async (kind) => {
      const rows = await db
        .selectFrom('job')
        .select(['key', 'payload', 'leased_until'])
        .where('kind', '=', kind)
        .orderBy('priority', 'desc')
        .orderBy('run_at')
        .orderBy('key')
        .execute()
      const jobs = rows.map(({ leased_until, ...job }) => ({ ...job, isRunning: isLeased(leased_until, now()) }))
      return [...jobs.filter(({ isRunning }) => isRunning), ...jobs.filter(({ isRunning }) => !isRunning)]
    },

    find: async (kind, keys) => {
      if (!keys.length) return []
      const rows = await db
        .selectFrom('job')
        .select(['key', 'attempts', 'error', 'leased_until'])
        .where('kind', '=', kind)
        .where('key', 'in', [...keys])
        .execute()
      return rows.map(({ leased_until, ...row }) => ({
        ...row,
        isRunning: isLeased(leased_until, now()),
      }))
    },
  }
}

/** For a worker that claims its next job. */
const claiming = (
  { db, now }: JobsPart,
  leaseMs: number,
  dialect: Store<unknown>['dialect'],
): Pick<Jobs, 'claim' | 'hasWaiting'> => {
  const runnable = (from: Kysely<JobTables>, kind: string) =>
    from
      .selectFrom('job')
      .select(['kind', 'key', 'payload', 'attempts', 'claim'])
      .where('kind', '=', kind)
      .where('run_at', '<=', now())
      .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now())]))
      .orderBy('priority', 'desc')
      .orderBy('run_at')
      .orderBy('key')
      .limit(1)

  return {
    claim: async (kind) => {
      // Read first: an idle worker should not take the write lock.
      if (!(await runnable(db, kind).executeTakeFirst())) return undefined
      return await db.transaction().execute(async (transaction) => {
        const next = runnable(transaction, kind)
        const job = await (dialect === 'postgres' ? next.forUpdate().skipLocked() : next).executeTakeFirst()
        if (!job) return undefined
        const claim = job.claim + 1
        await transaction
          .updateTable('job')
          .set({ claim, leased_until: now() + leaseMs })
          .where('kind', '=', job.kind)
          .where('key', '=', job.key)
          .execute()
        return { ...job, claim }
      })
    },

    hasWaiting: async (kind) => (await runnable(db, kind).executeTakeFirst()) !== undefined,
  }
}

/** For the worker that has the job. */
const holding = ({ db, now }: JobsPart, leaseMs: number): Pick<Jobs, 'extend' | 'release' | 'finish' | 'fail'> => {
  const held = ({ kind, key, claim }: ClaimedJob) =>
    db.updateTable('job').where('kind', '=', kind).where('key', '=', key).where('claim', '=', claim)

  return {
    extend: async (job) =>
      changed(
        await held(job)
          .set({ leased_until: now() + leaseMs })
          .executeTakeFirstOrThrow(),
      ),

    release: async (job, inMs = 0) =>
      changed(
        await held(job)
          .set({ leased_until: null, run_at: now() + inMs, attempts: 0, error: null })
          .executeTakeFirstOrThrow(),
      ),

    finish: async ({ kind, key, claim }) => {
      const { numDeletedRows } = await db
        .deleteFrom('job')
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('claim', '=', claim)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    fail: async (job, { error, retryInMs }) =>
      changed(
        await held(job)
          .set({ leased_until: null, run_at: now() + retryInMs, attempts: sql<number>`attempts + 1`, error })
          .executeTakeFirstOrThrow(),
      ),
  }
}

const isLeased = (until: number | null, now: number): boolean => until !== null && until > now

const changed = ({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean => numUpdatedRows > 0n

import type { Kysely } from 'kysely'
import {
  type FirstAttemptsOptions,
  openAttempts,
  openFirstAttempts,
  type WorkerAttempts,
} from '#lib/store/attempts/attempts.ts'
import { forgetCrashed } from '#lib/store/attempts/attempts-table.ts'
import { createRetryTurn } from '#lib/store/attempts/retry-turn.ts'
import type { WorkerRow } from '#lib/store/attempts/worker-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { becomeLoneWorker } from './lone-worker.ts'
import { evictWorker, type RegisterTables, registerWorker, thisHost, unregisterWorker } from './register.ts'
import { askForLease, giveLease, ignoreWish, readLeases, shareOfWork, takeLease } from './work-leases.ts'

/**
 * Returns the workers whose heartbeat has not changed for `silentMs`. Only the caller's clock is read: the clocks of other machines may differ.
 * While the caller itself could not look, nobody is silent.
 */
export const createSilentWorkers = (silentMs: number, lookEveryMs: number) => {
  const seen = new Map<string, { heartbeat: number; since: number }>()
  let lookedAt = Number.NEGATIVE_INFINITY
  return (workers: readonly Pick<WorkerRow, 'id' | 'heartbeat'>[], nowMs: number): string[] => {
    if (nowMs - lookedAt > 2 * lookEveryMs) seen.clear()
    lookedAt = nowMs
    const ids = new Set(workers.map(({ id }) => id))
    for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id)
    return workers.flatMap(({ id, heartbeat }) => {
      const known = seen.get(id)
      if (known?.heartbeat === heartbeat) return nowMs - known.since >= silentMs ? [id] : []
      seen.set(id, { heartbeat, since: nowMs })
      return []
    })
  }
}

/** Runs until its signal ends it; it may be started again, here or by another worker. */
export type Work = (signal: AbortSignal, attempts: WorkerAttempts) => Promise<void>

/** This process among the workers of one database. */
export type JoinedWorker = {
  /** Undefined for an only worker. */
  id: string | undefined
  /** Does this work while no other worker does. Resolves when it has ended here, or `signal` has. */
  add(name: string, work: Work): Promise<void>
  /** Does this work beside the other workers, which do it too. Not for an only worker. */
  share(work: Work): Promise<void>
  /** For a graceful stop: nothing is running any more. */
  close(): Promise<void>
}

export type JoinOptions = Omit<FirstAttemptsOptions, 'worker'> & {
  /** Called when other workers have taken this one for dead: it must end. */
  onEvicted?: () => void
  /** Where its process id is known. */
  host?: string
  /** A worker without a heartbeat for this long is dead. */
  silentMs?: number
  heartbeatEveryMs?: number
}

/** Joins the workers of a database. SQLite has one. @throws DatabaseFault if it has another one already. */
export const joinWorkers = (
  store: Store<unknown>,
  signal: AbortSignal,
  options: JoinOptions = {},
): Promise<JoinedWorker> =>
  store.dialect === 'sqlite' ? joinAlone(store, signal, options) : joinOthers(store, signal, options)

const joinAlone = async (store: Store<unknown>, signal: AbortSignal, options: JoinOptions): Promise<JoinedWorker> => {
  const lone = await becomeLoneWorker(store)
  const attempts = await openFirstAttempts(store, options)
  return {
    id: undefined,
    add: (_name, work) => work(signal, attempts),
    share: async () => {},
    close: async () => {
      await attempts.close()
      lone.close()
    },
  }
}

const joinOthers = async (
  store: Store<unknown>,
  signal: AbortSignal,
  { now = Date.now, silentMs = 10_000, heartbeatEveryMs = 1_000, ...options }: JoinOptions,
): Promise<JoinedWorker> => {
  const { db } = store.withTables<RegisterTables>()
  const { retryTurn = createRetryTurn(now), previousEnd, retryAll = false, host = thisHost() } = options
  const { onEvicted = () => {}, onCrashed = () => {} } = options
  await forgetCrashed(db, { now: now(), all: retryAll })
  const { id, crashed } = await registerWorker(db, { now, previousEnd, host })
  onCrashed(crashed)
  const open = (): Promise<WorkerAttempts> => openAttempts(store, { now, worker: id, retryTurn })
  const pieces = createPieces(db, { id, signal, open })
  const shared: Promise<void>[] = []
  const silent = createSilentWorkers(silentMs, heartbeatEveryMs)

  /** False if other workers have evicted this one. */
  const heartbeat = async (): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('worker')
      .set(({ eb }) => ({ heartbeat: eb('heartbeat', '+', 1) }))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  /** Returns the workers that are alive. */
  const evictDead = async (): Promise<string[]> => {
    const workers = await db.selectFrom('worker').select(['id', 'heartbeat']).orderBy('id').execute()
    const dead = silent(
      workers.filter((worker) => worker.id !== id),
      performance.now(),
    )
    for (const one of dead) onCrashed(await evictWorker(db, one, now()))
    return workers.flatMap((worker) => (dead.includes(worker.id) ? [] : worker.id))
  }

  let ticking: Promise<void> = Promise.resolve()
  let isTicking = false
  let isEvicted = false
  const tick = async (): Promise<void> => {
    if (isTicking || isEvicted) return
    isTicking = true
    try {
      isEvicted = !(await heartbeat())
      if (isEvicted) onEvicted()
      else await pieces.divide(await evictDead())
    } catch {
      // The database is away, which is reported elsewhere.
    } finally {
      isTicking = false
    }
  }
  const next = (): void => {
    if (!isTicking) ticking = tick()
  }
  const timer = setInterval(next, heartbeatEveryMs)

  return {
    id,
    add: (name, work) => {
      queueMicrotask(next)
      return pieces.add(name, work)
    },
    share: (work) => {
      const run = open().then((attempts) => work(signal, attempts))
      shared.push(run)
      return run
    },
    close: async () => {
      clearInterval(timer)
      await ticking
      await Promise.all(shared)
      await pieces.ended()
      await unregisterWorker(db, id)
    },
  }
}

type Piece = { work: Work; done: PromiseWithResolvers<void>; stop?: AbortController; ended?: Promise<void> }

/** The work that a worker is configured for: a piece runs while the worker has its lease. */
const createPieces = (
  db: Kysely<RegisterTables>,
  { id, signal, open }: { id: string; signal: AbortSignal; open: () => Promise<WorkerAttempts> },
) => {
  const pieces = new Map<string, Piece>()

  const start = (piece: Piece): void => {
    const stop = new AbortController()
    const run = async (): Promise<void> => {
      const attempts = await open().catch(() => undefined)
      // The database is away: the next heartbeat starts it again.
      if (!attempts) {
        piece.stop = undefined
        return
      }
      await piece.work(AbortSignal.any([signal, stop.signal]), attempts)
      await attempts.close()
    }
    piece.stop = stop
    piece.ended = run().then(() => {
      if (signal.aborted || (piece.stop === stop && !stop.signal.aborted)) piece.done.resolve()
    })
    piece.ended.catch(piece.done.reject)
  }

  const give = async (name: string, to: string): Promise<void> => {
    const piece = pieces.get(name)
    if (!piece?.stop || piece.stop.signal.aborted) return
    try {
      piece.stop.abort()
      await piece.ended
      await giveLease(db, name, { from: id, to })
    } finally {
      piece.stop = undefined
      if (signal.aborted) piece.done.resolve()
    }
  }

  signal.addEventListener('abort', () => {
    for (const piece of pieces.values()) if (!piece.stop) piece.done.resolve()
  })

  return {
    add: (name: string, work: Work): Promise<void> => {
      const piece: Piece = { work, done: Promise.withResolvers<void>() }
      pieces.set(name, piece)
      if (signal.aborted) piece.done.resolve()
      return piece.done.promise
    },
    /** Spreads the pieces evenly over these workers, and starts those that this one has a lease of. */
    divide: async (workers: readonly string[]): Promise<void> => {
      const names = [...pieces.keys()]
      if (names.length === 0) return
      const leases = await readLeases(db, names)
      const decision = shareOfWork({ me: id, workers, names, leases: inOrder(leases, names) })
      for (const name of decision.take) await takeLease(db, name, id)
      for (const name of decision.ignore) await ignoreWish(db, name)
      for (const name of decision.ask) await askForLease(db, name, id)
      for (const { name, to } of decision.give) void give(name, to).catch(() => {})
      const giving = new Set(decision.give.map(({ name }) => name))
      for (const { name, worker } of await readLeases(db, names)) {
        const piece = pieces.get(name)
        if (worker === id && piece && !piece.stop && !giving.has(name) && !signal.aborted) start(piece)
      }
    },
    ended: () => Promise.all([...pieces.values()].map(({ ended }) => ended)),
  }
}

const inOrder = <Lease extends { name: string }>(leases: readonly Lease[], names: readonly string[]): Lease[] =>
  leases.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))

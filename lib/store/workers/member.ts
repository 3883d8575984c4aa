import { createRetryTurn, type RetryTurn } from '#lib/store/jobs/retry-turn.ts'
import type { OwnEnd } from '#lib/store/jobs/suspects.ts'
import { openWatchedWork, type WatchedWork, watchWork } from '#lib/store/jobs/watched-work.ts'
import type { WorkerRow } from '#lib/store/jobs/worker-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { thisHost } from './known-dead.ts'
import { becomeLoneWorker } from './lone-worker.ts'
import { evictWorker, type RegisterTables, registerWorker, unregisterWorker } from './register.ts'
import { shareOfWork } from './share-of-work.ts'
import { askForLease, giveLease, ignoreWish, readLeases, takeLease } from './work-leases.ts'

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
export type Work = (signal: AbortSignal, watched: WatchedWork) => Promise<void>

/** This process among the workers of one database. */
export type Member = {
  /** Undefined for an only worker. */
  id: string | undefined
  /** Does this work while no other worker does. Resolves when it has ended here, or `signal` has. */
  add(name: string, work: Work): Promise<void>
  /** Does this work beside the other workers, which do it too. Not for an only worker. */
  share(work: Work): Promise<void>
  /** For a graceful stop: nothing is running any more. */
  close(): Promise<void>
}

export type MemberOptions = {
  now?: () => number
  previousEnd?: OwnEnd
  retryAll?: boolean
  retryTurn?: RetryTurn
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
  options: MemberOptions = {},
): Promise<Member> =>
  store.dialect === 'sqlite' ? joinAlone(store, signal, options) : joinOthers(store, signal, options)

const joinAlone = async (store: Store<unknown>, signal: AbortSignal, options: MemberOptions): Promise<Member> => {
  const lone = await becomeLoneWorker(store)
  const watched = await openWatchedWork(store, options)
  return {
    id: undefined,
    add: (_name, work) => work(signal, watched),
    share: async () => {},
    close: async () => {
      await watched.close()
      lone.close()
    },
  }
}

type Piece = { work: Work; done: PromiseWithResolvers<void>; stop?: AbortController; ended?: Promise<void> }

const joinOthers = async (
  anyStore: Store<unknown>,
  signal: AbortSignal,
  { now = Date.now, silentMs = 10_000, heartbeatEveryMs = 1_000, onEvicted = () => {}, ...options }: MemberOptions,
): Promise<Member> => {
  const { db } = anyStore.withTables<RegisterTables>()
  const { retryTurn = createRetryTurn(now) } = options
  if (options.retryAll) await db.deleteFrom('suspect_work').execute()
  const id = await registerWorker(db, { now, previousEnd: options.previousEnd, host: options.host ?? thisHost() })
  const pieces = new Map<string, Piece>()
  const shared: Promise<void>[] = []
  const silent = createSilentWorkers(silentMs, heartbeatEveryMs)

  const start = (piece: Piece): void => {
    const stop = new AbortController()
    const run = async (): Promise<void> => {
      const watched = await watchWork(anyStore, { now, worker: id, retryTurn }).catch(() => undefined)
      // The database is away: the next heartbeat starts it again.
      if (!watched) {
        piece.stop = undefined
        return
      }
      await piece.work(AbortSignal.any([signal, stop.signal]), watched)
      await watched.close()
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
    for (const one of dead) await evictWorker(db, one, now())
    return workers.flatMap((worker) => (dead.includes(worker.id) ? [] : worker.id))
  }

  const share = async (workers: readonly string[]): Promise<void> => {
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
      else await share(await evictDead())
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
  signal.addEventListener('abort', () => {
    for (const piece of pieces.values()) if (!piece.stop) piece.done.resolve()
  })

  return {
    id,
    add: (name, work) => {
      const piece: Piece = { work, done: Promise.withResolvers<void>() }
      pieces.set(name, piece)
      if (signal.aborted) piece.done.resolve()
      queueMicrotask(next)
      return piece.done.promise
    },
    share: (work) => {
      const run = watchWork(anyStore, { now, worker: id, retryTurn }).then((watched) => work(signal, watched))
      shared.push(run)
      return run
    },
    close: async () => {
      clearInterval(timer)
      await ticking
      await Promise.all(shared)
      await Promise.all([...pieces.values()].map(({ ended }) => ended))
      await unregisterWorker(db, id)
    },
  }
}

const inOrder = <Lease extends { name: string }>(leases: readonly Lease[], names: readonly string[]): Lease[] =>
  leases.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))

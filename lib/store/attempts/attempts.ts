import type { Kysely, Transaction } from 'kysely'
import { ServiceError } from '#lib/base/errors.ts'
import { asTables } from '#lib/store/as-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { type AttemptRows, createAttemptRows, deleteItems } from './attempt-rows.ts'
import {
  type AttemptTables,
  type CrashedItem,
  countEnd,
  forgetCrashed,
  isForgotten,
  type OwnEnd,
  readCrashedItems,
  stopItems,
  type WorkKind,
} from './attempts-table.ts'
import { createRetryTurn, type RetryTurn } from './retry-turn.ts'
import type { WorkerTables } from './worker-tables.ts'

/** The attempts at work items of one kind on one chain. Keys are short and meaningful to an operator. */
export type Attempts = {
  /** The number of items that wait for a retry or are set aside, which a search for due items must skip. */
  readonly crashedCount: number
  crashed(): readonly CrashedItem[]
  isCrashed(key: string): boolean
  /** Milliseconds since 1970, by the clock for retries. */
  now(): number
  /**
   * Selects what may run: items that did not crash, or a single one that did. Only one is retried at a time in the whole
   * process, so that the next crash has one cause; the retry lasts until the item is left or finished.
   */
  select<Item>(
    items: readonly Item[],
    keyOf: (item: Item) => string,
    countMax?: number,
  ): { run: Item[]; setAside: Item[] }
  /** Persists that these items are about to run. `crashed` is the item that they are parts of, if it crashed. */
  start(keys: readonly string[], crashed?: CrashedItem): Promise<void>
  /** Marks items as waiting: a crash does not count against them. If one is being retried, it stays the only one. */
  pause(keys: readonly string[]): Promise<void>
  /** Marks items as no longer running. They have more work to do: their attempts still count. */
  leave(keys: readonly string[]): Promise<void>
  /**
   * Forgets items within the transaction that stores their result: later crashes do not count against them. Call `finish`
   * afterwards. @throws ServiceError if other workers have taken over the work of this one.
   */
  finishIn<Tables>(transaction: Transaction<Tables>, keys: readonly string[]): Promise<void>
  /** Forgets items that ended, successfully or not: the worker survived them. */
  finish(keys: readonly string[]): Promise<void>
}

/** The attempts of one worker at the work of one database. */
export type WorkerAttempts = {
  /** The id of this worker; empty if it is the only one. */
  worker: string
  of(chain: number, kind: string): Attempts
  /** The same, with the items that have crashed since. */
  again(): Promise<WorkerAttempts>
  /** For a graceful stop: nothing of it is running any more. */
  close(): Promise<void>
}

type AttemptsOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  /** The id of this worker, if there may be others. */
  worker?: string
  /** Shared by all databases of the worker. */
  retryTurn?: RetryTurn
}

export type FirstAttemptsOptions = AttemptsOptions & {
  previousEnd?: OwnEnd
  /** Forgets all crashes, so that everything is tried again. */
  retryAll?: boolean
  onCrashed?: (items: readonly CrashedItem[]) => void
}

/** `openAttempts` of the only worker, at its start: what its predecessor was running has crashed. */
export const openFirstAttempts = async <Tables>(
  store: Store<Tables>,
  { previousEnd, retryAll = false, onCrashed = () => {}, ...options }: FirstAttemptsOptions = {},
): Promise<WorkerAttempts> => {
  const { now = Date.now } = options
  await forgetCrashed(store.db, { now: now(), all: retryAll })
  const crashed = await store.db.transaction().execute((transaction) => countEnd(transaction, '', previousEnd, now()))
  onCrashed(crashed)
  return await openAttempts(store, options)
}

/**
 * Counts attempts at work items, so that none crashes workers again and again: each item is marked while it runs. What a worker was
 * running when it ended is retried on its own, after a pause that grows with its attempts, and set aside after three; an item
 * that ends is forgotten. Crashes are read once: a worker that takes over another's work opens its attempts again.
 */
export const openAttempts = async <Tables>(
  anyStore: Store<Tables>,
  { now = Date.now, worker = '', retryTurn = createRetryTurn(now) }: AttemptsOptions = {},
): Promise<WorkerAttempts> => {
  const { db } = anyStore.withTables<AttemptTables>()
  const crashed = await readCrashedItems(anyStore, now())
  const kinds = new Map<string, { kind: WorkKind; rows: AttemptRows; attempts: Attempts }>()

  const open = (kind: WorkKind) => {
    const own = crashed.filter((item) => item.chain === kind.chain && item.kind === kind.kind)
    const rows = createAttemptRows(db, kind)
    return { kind, rows, attempts: attemptsAt(kind, own, { rows, now, worker, retryTurn }) }
  }

  return {
    worker,
    again: () => openAttempts(anyStore, { now, worker, retryTurn }),
    of: (chain, kind) => {
      const id = `${chain} ${kind}`
      const opened = kinds.get(id) ?? open({ chain, kind })
      kinds.set(id, opened)
      return opened.attempts
    },
    close: async () => {
      for (const { kind, rows } of kinds.values()) {
        await rows.settled()
        await stopItems(db, { ...kind, worker })
      }
    },
  }
}

type Parts = { rows: AttemptRows; now: () => number; worker: string; retryTurn: RetryTurn }

const attemptsAt = (
  kind: WorkKind,
  crashedItems: readonly CrashedItem[],
  { rows, now, worker, retryTurn }: Parts,
): Attempts => {
  const byKey = new Map(crashedItems.map((item) => [item.key, item]))
  const idOf = (key: string): string => `${kind.chain} ${kind.kind} ${key}`
  const crashed = (): CrashedItem[] => [...byKey.values()].filter((item) => !isForgotten(item, now()))
  const find = (key: string): CrashedItem | undefined => {
    const item = byKey.get(key)
    return item && !isForgotten(item, now()) ? item : undefined
  }

  /** An unavailable database must not turn completed work into a failure: the next write catches up. */
  const pause: Attempts['pause'] = async (keys) => {
    for (const key of keys) rows.set(key, find(key) ? 'waits' : 'deleted')
    await rows.write().catch(() => {})
  }
  const leave: Attempts['leave'] = async (keys) => {
    for (const key of keys) retryTurn.end(idOf(key))
    await pause(keys)
  }

  return {
    get crashedCount() {
      return crashed().length
    },
    crashed,
    isCrashed: (key) => find(key) !== undefined,
    now,
    select: <Item>(items: readonly Item[], keyOf: (item: Item) => string, countMax = Number.POSITIVE_INFINITY) => {
      const free: Item[] = []
      const setAside: Item[] = []
      let retry: { item: Item; id: string } | undefined
      for (const item of items) {
        const found = find(keyOf(item))
        if (!found) free.push(item)
        else if (found.retryAt === null) setAside.push(item)
        else if (!retry && retryTurn.mayRetry(idOf(found.key), found)) retry = { item, id: idOf(found.key) }
      }
      if (!retry) return { run: free.slice(0, countMax), setAside }
      retryTurn.take(retry.id)
      return { run: [retry.item], setAside }
    },
    start: async (keys, whole) => {
      if (keys.length === 0) return
      for (const key of keys) {
        retryTurn.begin(idOf(key))
        const { attempts = 0, since = null, retryAt = null, reason = null } = find(key) ?? whole ?? {}
        rows.set(key, {
          ...{ attempts, started_at: now(), worker },
          ...{ crashed_at: since, retry_at: retryAt, reason },
        })
      }
      try {
        await rows.write()
      } catch (error) {
        await leave(keys)
        throw error
      }
    },
    pause,
    leave,
    finishIn: async (transaction, keys) => {
      if (worker) await refuseDead(asTables<WorkerTables>(transaction), worker)
      await deleteItems(asTables<AttemptTables>(transaction), kind, keys)
    },
    finish: async (keys) => {
      if (keys.length === 0) return
      for (const key of keys) {
        byKey.delete(key)
        rows.set(key, 'deleted')
        retryTurn.end(idOf(key))
      }
      await rows.write().catch(() => {})
    },
  }
}

/**
 * Refuses to write for a worker that was silent for so long that others took its work over, and keeps them from doing so until
 * the transaction ends. The lock lets the heartbeat through. PostgreSQL only.
 */
const refuseDead = async (transaction: Kysely<WorkerTables>, id: string): Promise<void> => {
  const found = await transaction
    .selectFrom('worker')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw new ServiceError('not_available', 'Other workers have taken over the work of this one.')
}

import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { ColumnTypes } from './column-types.ts'
import type { Store } from './store.ts'

type SuspectRow = {
  chain: number
  kind: string
  key: string
  /** How many ends of the worker count against it. */
  times: number
  /** Milliseconds since 1970 of the first time. */
  since: number
  /** Milliseconds since 1970; null when it is set aside. */
  retry_at: number | null
  reason: string
}

type WatchedTables = {
  /** One row per lane: what runs at this moment, as JSON. */
  work_in_flight: { chain: number; kind: string; items: string }
  suspect_work: SuspectRow
}

/** Work during which the worker ended. It is retried on its own, and set aside once `timesMax` ends count against it. */
export type Suspect = {
  chain: number
  kind: string
  key: string
  times: number
  since: number
  retryAt: number | null
  reason: string
}

/** What may run now, what must wait, and what is set aside. */
type Admission<Item> = { run: Item[]; setAside: Item[] }

/** Work of one kind on one chain. Keys are short and tell an operator what it is. */
export type WatchedLane = {
  /** How many items wait or are set aside: a lane that looks for due items must look past these. */
  readonly suspectCount: number
  suspects(): readonly Suspect[]
  /** Sorts out what may run. At most one suspect runs at a time in the whole process, so that a next end has one cause. */
  admit<Item>(items: readonly Item[], keyOf: (item: Item) => string, countMax?: number): Admission<Item>
  /** Persists that these run, before they do. `times` is the count of the suspect that they are a part of, if any. */
  begin(keys: readonly string[], times?: number): Promise<void>
  /** They do not run any more, which clears none of suspicion: there is more to do with them. */
  leave(keys: readonly string[]): Promise<void>
  /** They ended, well or not: the worker survived them. */
  end(keys: readonly string[]): Promise<void>
}

export type WatchedWork = {
  lane(chain: number, kind: string): WatchedLane
  /** For an orderly stop: nothing runs any more. */
  close(): Promise<void>
}

/** An item is set aside when so many ends of the worker count against it. */
const timesMax = 3
/** How long a suspect waits from the start of the worker, by its count. */
const retryInMs = [2_000, 5_000, 60_000] as const
/**
 * The last retries before setting aside come one by one, with a pause after each that is longer than it took: a kill from
 * outside, even one that follows what the worker stores, then rarely meets one.
 */
const lastRetryPause = { ms: 5_000, timesDuration: 5 } as const
/** A suspect that no lane wanted for so long was completed in the moment before the worker ended. */
const unwantedMs = 5 * 60_000

export const createWatchedWorkTables = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { text, integer, small } = types
  await schema
    .createTable('work_in_flight')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('items', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('work_in_flight_key', ['chain', 'kind'])
    .execute()
  await schema
    .createTable('suspect_work')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('times', small, (column) => column.notNull())
    .addColumn('since', integer, (column) => column.notNull())
    .addColumn('retry_at', integer)
    .addColumn('reason', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('suspect_work_key', ['chain', 'kind', 'key'])
    .execute()
}

/** What runs, and its count should the worker end now without a known cause: 0 unless it is a suspect that is retried. */
const inFlight = z.array(z.tuple([z.string(), z.number()]))

export type WatchedWorkOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  /** How the last worker ended, where the supervisor knows that it was no kill from outside. */
  previousEnd?: 'hung' | 'crashed'
  /** Forgets all suspects: the operator wants them tried again. */
  retryAll?: boolean
}

const reasons = {
  hung: 'The worker stopped responding while this was running.',
  crashed: 'The worker crashed while this was running.',
  unknown: 'The worker ended unexpectedly while this was running.',
} as const

/**
 * Watches what the worker runs, so that no single item ends it again and again. Call it once at the start of the only worker.
 *
 * Everything that the former worker left running becomes suspect and is retried on its own. A hang or a crash was caused by
 * one of these items, so it counts against all of them. Any other end (the OOM killer, a deploy, the operator, a power cut)
 * counts only against the suspect that was being retried. Each retry comes later after the start than the one before, so that
 * kills from outside hardly ever meet the same retry three times. A suspect that completes is cleared.
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
  /** The suspect that runs at the moment. */
  let alone: { id: string; isLast: boolean; since: number } | undefined
  /** From when another last retry may begin. */
  let nextLastRetryAt = 0
  let writing: Promise<unknown> = Promise.resolve()

  const createLane = (chain: number, kind: string): WatchedLane => {
    const running = new Map<string, number>()
    const idIn = (key: string): string => idOf({ chain, kind, key })
    const ofLane = (): Suspect[] => [...suspects.values()].filter((one) => one.chain === chain && one.kind === kind)
    const wantedAt = new Map<string, number>()
    const openedAt = now()

    let nextWrite: Promise<void> | undefined

    /** One write after the other, as an older state must not replace a newer one; many calls at once share the next write. */
    const persist = (): Promise<void> => {
      if (nextWrite) return nextWrite
      const write = writing.then(async () => {
        nextWrite = undefined
        const items = JSON.stringify([...running])
        await db
          .insertInto('work_in_flight')
          .values({ chain, kind, items })
          .onConflict((conflict) => conflict.columns(['chain', 'kind']).doUpdateSet({ items }))
          .execute()
      })
      nextWrite = write
      writing = write.catch(() => {})
      return write
    }

    const forget = async (keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        const id = idIn(key)
        wantedAt.delete(key)
        if (!suspects.has(id)) continue
        await db
          .deleteFrom('suspect_work')
          .where('chain', '=', chain)
          .where('kind', '=', kind)
          .where('key', '=', key)
          .execute()
        suspects.delete(id)
      }
    }

    const mayRetry = (suspect: Suspect): boolean => {
      if (alone) return alone.id === idOf(suspect)
      const isDue = suspect.retryAt !== null && suspect.retryAt <= now()
      return isDue && (suspect.times < timesMax - 1 || nextLastRetryAt <= now())
    }

    const forgetUnwanted = (): void => {
      const isUnwanted = ({ key, retryAt }: Suspect): boolean =>
        retryAt !== null && now() - Math.max(openedAt, retryAt, wantedAt.get(key) ?? 0) > unwantedMs
      const unwanted = ofLane().filter(isUnwanted)
      if (unwanted.length > 0) void forget(unwanted.map(({ key }) => key)).catch(() => {})
    }

    /** A database that is away must not turn work that is done into a failure: the next write catches up. */
    const leave = async (keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        running.delete(key)
        if (alone?.id !== idIn(key)) continue
        const { ms, timesDuration } = lastRetryPause
        if (alone.isLast) nextLastRetryAt = now() + ms + timesDuration * (now() - alone.since)
        alone = undefined
      }
      await persist().catch(() => {})
    }

    return {
      get suspectCount() {
        return ofLane().length
      },
      suspects: ofLane,
      admit: (items, keyOf, countMax = Number.POSITIVE_INFINITY) => {
        const run: (typeof items)[number][] = []
        const setAside: (typeof items)[number][] = []
        for (const item of items) {
          if (run.length >= countMax) break
          const key = keyOf(item)
          const id = idIn(key)
          const suspect = suspects.get(id)
          if (suspect) wantedAt.set(key, now())
          if (!suspect) run.push(item)
          else if (suspect.retryAt === null) setAside.push(item)
          else if (mayRetry(suspect)) {
            alone ??= { id, isLast: suspect.times === timesMax - 1, since: now() }
            run.push(item)
          }
        }
        forgetUnwanted()
        return { run, setAside }
      },
      begin: async (keys, times) => {
        if (keys.length === 0) return
        forgetUnwanted()
        for (const key of keys) running.set(key, (times ?? suspects.get(idIn(key))?.times ?? -1) + 1)
        try {
          await persist()
        } catch (error) {
          await leave(keys)
          throw error
        }
      },
      leave,
      end: async (keys) => {
        if (keys.length === 0) return
        await forget(keys).catch(() => {})
        await leave(keys)
      },
    }
  }

  return {
    lane: (chain, kind) => {
      const id = `${chain} ${kind}`
      const lane = lanes.get(id) ?? createLane(chain, kind)
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

const blameLeftovers = (
  db: Kysely<WatchedTables>,
  previousEnd: WatchedWorkOptions['previousEnd'],
  now: number,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const lanes = await transaction.selectFrom('work_in_flight').selectAll().execute()
    for (const { chain, kind, items } of lanes)
      for (const [key, count] of inFlight.parse(JSON.parse(items))) {
        const times = previousEnd ? Math.max(1, count) : count
        const retry_at = times >= timesMax ? null : now + (retryInMs[times] ?? 0)
        const changed = { times, retry_at, reason: reasons[previousEnd ?? 'unknown'] }
        await transaction
          .insertInto('suspect_work')
          .values({ chain, kind, key, since: now, ...changed })
          .onConflict((conflict) => conflict.columns(['chain', 'kind', 'key']).doUpdateSet(changed))
          .execute()
      }
    await transaction.deleteFrom('work_in_flight').execute()
  })

const listedMax = 1_000

/** What is suspect or set aside: set aside first, then the newest. */
export const readSuspects = async <Tables>(anyStore: Store<Tables>): Promise<Suspect[]> => {
  const rows = await anyStore
    .withTables<WatchedTables>()
    .db.selectFrom('suspect_work')
    .selectAll()
    .orderBy('times', 'desc')
    .orderBy('since', 'desc')
    .limit(listedMax)
    .execute()
  return rows.map(({ retry_at, ...row }) => ({ ...row, retryAt: retry_at }))
}

/** What to tell where an item is shown that is set aside. */
export const setAsideWords = `The worker ended ${timesMax} times while working on this, so it is set aside.`

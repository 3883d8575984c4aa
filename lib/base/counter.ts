import { RateLimiterMemory, RateLimiterPostgres, RLWrapperTimeouts } from 'rate-limiter-flexible'

/** Runs one statement of the limiter on the database that all processes share. */
export type SharedQuery = (statement: {
  text: string
  values: readonly unknown[]
}) => Promise<{ rows: readonly unknown[]; rowCount: number }>

/** `penalty` takes points whether or not they are left. */
export type Counter = Pick<RateLimiterMemory, 'consume' | 'penalty' | 'reward'>

export type CounterOptions = {
  /** Distinguishes the counters of one table. */
  prefix: string
  points: number
  windowSeconds: number
  /** Without it, counts stay in this process's memory. */
  shared?: SharedQuery
  /** If the database is slower than this, the process counts for itself instead of delaying every request. */
  sharedWithinMs?: number
}

/** The table created by lib/store, with the columns that rate-limiter-flexible expects. */
const tableName = 'rate_limit'
const defaultSharedWithinMs = 500

/** Counts points per key over fixed windows, in memory or, shared between processes, in PostgreSQL. */
export const createCounter = (given: CounterOptions): Counter => {
  const { prefix, points, windowSeconds, shared, sharedWithinMs = defaultSharedWithinMs } = given
  const options = { keyPrefix: prefix, points, duration: windowSeconds }
  const memory = new RateLimiterMemory(options)
  if (shared === undefined) return memory
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: { query: shared },
    storeType: 'client',
    tableName,
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Callers who have used up the window are refused from memory, without a query.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: memory,
  })
  return new RLWrapperTimeouts({ limiter, timeoutMs: sharedWithinMs, insuranceLimiter: memory })
}

/**
 * Pause between two retries of a suspect, by its count. Before the last attempt the pause is much longer than the retry
 * took, so that a kill from outside, even one that follows what the worker stores, rarely hits one.
 */
const retryPauses = [
  { ms: 0, timesDuration: 0 },
  { ms: 2_000, timesDuration: 10 },
  { ms: 5_000, timesDuration: 20 },
] as const

/** Allows one retry of a suspect at a time in the whole process, so that the next crash has one cause. */
export type RetryTurn = {
  mayRetry(id: string, due: { retryAt: number | null; times: number }): boolean
  /** Makes this suspect the one that is retried. */
  take(id: string): void
  /** Marks the start of its work, from which the duration of the retry is measured. */
  begin(id: string): void
  end(id: string): void
}

export const createRetryTurn = (now: () => number): RetryTurn => {
  let retried: { id: string; since: number } | undefined
  /** The earliest time at which the next suspect may be retried, by its count. */
  let retriesFrom: number[] = retryPauses.map(() => 0)
  return {
    mayRetry: (id, { retryAt, times }) =>
      retried ? retried.id === id : retryAt !== null && Math.max(retryAt, retriesFrom[times] ?? 0) <= now(),
    take: (id) => {
      retried ??= { id, since: now() }
    },
    begin: (id) => {
      if (retried?.id === id) retried.since = now()
    },
    end: (id) => {
      if (retried?.id !== id) return
      const endedAt = now()
      const tookMs = endedAt - retried.since
      retriesFrom = retryPauses.map(({ ms, timesDuration }) => endedAt + ms + timesDuration * tookMs)
      retried = undefined
    },
  }
}

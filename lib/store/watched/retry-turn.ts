/**
 * Pause between two retries of a suspect, by its count. Before the last attempt the pause is much longer than the retry
 * took, so that a kill from outside, even one that follows what the worker stores, rarely hits one.
 */
const retryPauses = [
  { ms: 0, timesDuration: 0 },
  { ms: 2_000, timesDuration: 10 },
  { ms: 5_000, timesDuration: 20 },
] as const

/** Lets one suspect at a time be retried in the whole process, so that the next end of the worker has one cause. */
export type RetryTurn = {
  mayRetry(id: string, due: { retryAt: number | null; times: number }): boolean
  /** The suspect is the one that is retried, from now on. */
  take(id: string): void
  /** Its work begins: the duration of the retry counts from here. */
  begin(id: string): void
  end(id: string): void
}

export const createRetryTurn = (now: () => number): RetryTurn => {
  let retried: { id: string; since: number } | undefined
  /** From when the next suspect may be retried, by its count. */
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

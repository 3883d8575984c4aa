/**
 * Lets one crashed item at a time run again in the whole process, over all its databases, so that the next crash has one
 * cause. With each attempt the pause after the retry before grows with the time that one took, so that a kill from outside, even
 * one that follows what the worker stores, rarely hits a last attempt.
 */
export type RetryTurn = {
  mayRetry(id: string, due: { retryAt: number | null; attempts: number }): boolean
  /** Makes this item the one that is retried. */
  take(id: string): void
  /** Marks the start of its work, from which its duration is measured. */
  begin(id: string): void
  end(id: string): void
}

/** The pause for each attempt that counts already. */
const pauseMs = 2_500
const pausePerDuration = 10

export const createRetryTurn = (now: () => number): RetryTurn => {
  let retried: { id: string; since: number } | undefined
  let ended = { at: 0, pauseMs: 0 }
  return {
    mayRetry: (id, { retryAt, attempts }) =>
      retried ? retried.id === id : retryAt !== null && Math.max(retryAt, ended.at + attempts * ended.pauseMs) <= now(),
    take: (id) => {
      retried ??= { id, since: now() }
    },
    begin: (id) => {
      if (retried?.id === id) retried.since = now()
    },
    end: (id) => {
      if (retried?.id !== id) return
      const at = now()
      ended = { at, pauseMs: pauseMs + pausePerDuration * (at - retried.since) }
      retried = undefined
    },
  }
}

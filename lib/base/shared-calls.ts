/** Caches a result for a limited time; concurrent callers share one request. Failures are not cached. */
export const recent = <T>(
  read: () => Promise<T>,
  ageMaxMs: number,
  now: () => number = Date.now,
): (() => Promise<T>) => {
  let kept: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (kept === undefined || now() - kept.at > ageMaxMs) {
      const asked = { at: now(), answer: read() }
      kept = asked
      asked.answer.catch(() => {
        if (kept === asked) kept = undefined
      })
    }
    return kept.answer
  }
}

export type SharedCalls<Value> = {
  /** The outcome of the call that is running for this key, or else of `start`. Nothing is kept once it is over. */
  run(key: string, start: () => Promise<Value>): Promise<Value>
  isRunning(key: string): boolean
  /** The number of running calls. */
  count(): number
  /** Resolves once the running calls are over, failed or not. */
  settled(): Promise<unknown>
}

/** Lets concurrent callers with the same key share one call. */
export const createSharedCalls = <Value>(): SharedCalls<Value> => {
  const running = new Map<string, Promise<Value>>()
  return {
    run: (key, start) => {
      const known = running.get(key)
      if (known) return known
      const started = start().finally(() => running.delete(key))
      running.set(key, started)
      return started
    },
    isRunning: (key) => running.has(key),
    count: () => running.size,
    settled: () => Promise.allSettled(running.values()),
  }
}

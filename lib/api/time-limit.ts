export type TimeLimit = Disposable & { signal: AbortSignal }

/**
 * A signal that aborts after `ms`, until it is disposed of. Unlike the timer of `AbortSignal.timeout`, its timer ends with the
 * work: a running timer keeps the request that set it in memory.
 *
 * @example
 * using limit = timeLimit(5_000)
 * await fetch(url, { signal: limit.signal })
 */
export const timeLimit = (ms: number): TimeLimit => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('The time limit was reached.', 'TimeoutError')), ms)
  timer.unref()
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}

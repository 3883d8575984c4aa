import { ServiceError } from './errors.ts'

export type TimeLimit = Disposable & { signal: AbortSignal }

/**
 * A signal that aborts after `ms`, until it is disposed of. Its reason is an answer for the caller: `upstream_timeout` with
 * `sentence`, so that work which it ends needs no error of its own. Unlike the timer of `AbortSignal.timeout`, its timer ends with
 * the work: a running timer keeps the request that set it in memory.
 *
 * @example
 * using limit = timeLimit(5_000, 'The node did not answer in time.')
 * await fetch(url, { signal: limit.signal })
 */
export const timeLimit = (ms: number, sentence = 'No answer came in time.'): TimeLimit => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new ServiceError('upstream_timeout', sentence)), ms)
  timer.unref()
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}

import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { isServiceError, type ServiceError } from '#lib/base/errors.ts'

/** Sends one request; undefined if the server has nothing. Other failures are thrown. */
type PacedAsk = <T, Key extends QueryKey>(
  options: FetchQueryOptions<T, ServiceError, T, Key>,
  /** How much of the visitor's budget a response took. */
  costOf?: (answer: T) => number,
) => Promise<T | undefined>

const togetherMax = 4
/** Below what a server allows a visitor each second by default (20, twice that at once). */
const spacingMs = 70
const burst = 8
const refusalsMax = 5
const refusedMs = 2_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends requests through the page's cache, a few at a time and within the visitor's budget; waits if the server refuses. */
export const pacedQueries = (cache: QueryClient, signal: AbortSignal): PacedAsk => {
  const limit = pLimit(togetherMax)
  let nextAt = 0
  const untilMyTurn = async () => {
    nextAt = Math.max(nextAt, Date.now() - burst * spacingMs) + spacingMs
    if (nextAt > Date.now()) await sleep(nextAt - Date.now())
  }
  return (options, costOf = () => 1) =>
    limit(async () => {
      for (let refusals = 0; ; refusals += 1) {
        signal.throwIfAborted()
        const known = cache.getQueryData(options.queryKey) !== undefined
        if (!known) await untilMyTurn()
        signal.throwIfAborted()
        try {
          const answer = await cache.fetchQuery({ ...options, retry: false })
          if (!known) nextAt += (costOf(answer) - 1) * spacingMs
          return answer
        } catch (error) {
          if (!isServiceError(error)) throw error
          if (error.code === 'not_found') return undefined
          if (error.code !== 'rate_limited' || refusals >= refusalsMax) throw error
          nextAt = Date.now() + (error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : refusedMs)
        }
      }
    })
}

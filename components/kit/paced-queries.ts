import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { isServiceError, type ServiceError } from '#lib/api/errors.ts'

/** Sends one question; undefined if the server has no data for it. Other failures are thrown. */
export type Ask = <T, Key extends QueryKey>(
  options: FetchQueryOptions<T, ServiceError, T, Key>,
) => Promise<T | undefined>

const togetherMax = 4
/** Below the default rate limit of a visitor (20 per second, twice that in a burst). */
const spacingMs = 70
const burst = 8
const refusalsMax = 5
const refusedMs = 2_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Asks through the cache of the page, four questions at a time and no faster than a server lets a visitor ask; a server that
 * refuses for the rate is waited for.
 */
export const pacedQueries = (cache: QueryClient, signal: AbortSignal): Ask => {
  let running = 0
  const waiting: (() => void)[] = []
  let nextAt = 0
  const enter = async () => {
    if (running >= togetherMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
  }
  /** The place goes to the next in line without becoming free between. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  const untilMyTurn = async () => {
    nextAt = Math.max(nextAt, Date.now() - burst * spacingMs) + spacingMs
    if (nextAt > Date.now()) await sleep(nextAt - Date.now())
  }
  return async (options) => {
    await enter()
    try {
      for (let refusals = 0; ; refusals += 1) {
        signal.throwIfAborted()
        if (cache.getQueryData(options.queryKey) === undefined) await untilMyTurn()
        signal.throwIfAborted()
        try {
          return await cache.fetchQuery({ ...options, retry: false })
        } catch (error) {
          if (!isServiceError(error)) throw error
          if (error.code === 'not_found') return undefined
          if (error.code !== 'rate_limited' || refusals >= refusalsMax) throw error
          nextAt = Date.now() + (error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : refusedMs)
        }
      }
    } finally {
      leave()
    }
  }
}

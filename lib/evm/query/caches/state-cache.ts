import { LRUCache } from 'lru-cache'
import { createSharedCalls } from '#lib/base/shared-calls.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'

/** Caches results about one block, which never change, for all visitors, by a key with the block's hash. */
export type StateCache<Value> = {
  /** The cached value, or that of `start`, shared by concurrent callers with the same key; failures are not cached. */
  read(key: string, start: (signal: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value>
}

export type StateCacheOptions<Value> = {
  weightMax: number
  weightOf?: (value: Value) => number
  /** Whether a value may be cached; others are only shared while they are read. */
  isKept?: (value: Value) => boolean
  /** When a visitor leaves, work continues for the others, at most this long. */
  timeoutMs: number
}

export const createStateCache = <Value>({
  weightMax,
  weightOf = () => 1,
  isKept = () => true,
  timeoutMs,
}: StateCacheOptions<Value>): StateCache<Value> => {
  const kept = new LRUCache<string, { value: Value }>({
    maxSize: weightMax,
    sizeCalculation: ({ value }) => Math.max(1, weightOf(value)),
  })
  const running = createSharedCalls<Value>()

  const run = async (key: string, start: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    using limit = timeLimit(timeoutMs, 'The node did not answer in time.')
    const value = await start(limit.signal)
    if (value !== undefined && isKept(value)) kept.set(key, { value })
    return value
  }

  return {
    read: async (key, start, signal) => {
      signal?.throwIfAborted()
      const known = kept.get(key)
      if (known) return known.value
      return await untilAborted(
        running.run(key, () => run(key, start)),
        signal,
      )
    },
  }
}

import { LRUCache } from 'lru-cache'

/** Values computed from the data at one version, for as long as it is the newest. */
export type KeptByVersion<Value> = {
  /** The version of the data now; undefined where it is not known, and nothing is kept. */
  version(): string | undefined
  find(key: string, version: string): Value | undefined
  /** `version` was read before the value was computed. */
  keep(key: string, version: string, value: Value): void
}

export type KeptByVersionOptions<Value> = {
  /** Changes with every change of the data that reads can see. */
  version: () => string | undefined
  /** The values that were asked for least recently go first. */
  bound: { entries: number } | { bytes: number; bytesOf: (value: Value, key: string) => number }
  /** Coverage is read once a second, and names may be found without a change of the data: this is how much later they may appear. */
  ageMaxMs?: number
  /** Monotonic milliseconds. */
  now?: () => number
}

const ageMaxMsUsual = 1_000

export const createKeptByVersion = <Value extends object>({
  version,
  bound,
  ageMaxMs = ageMaxMsUsual,
  now = () => performance.now(),
}: KeptByVersionOptions<Value>): KeptByVersion<Value> => {
  const kept = new LRUCache<string, Value>({
    ...('entries' in bound
      ? { max: bound.entries }
      : { maxSize: bound.bytes, maxEntrySize: Math.max(1, bound.bytes >> 3), sizeCalculation: bound.bytesOf }),
    ttl: ageMaxMs,
    ttlResolution: 0,
    perf: { now },
  })
  let keptVersion: string | undefined
  return {
    version,
    find: (key, current) => (current === keptVersion ? kept.get(key) : undefined),
    keep: (key, before, value) => {
      if (before !== keptVersion) {
        // A value that took long is of an older version than those that are kept.
        if (version() !== before) return
        kept.clear()
        keptVersion = before
      }
      kept.set(key, value)
    },
  }
}

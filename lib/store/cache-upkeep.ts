/** A table that caches data which can be computed or requested again. */
type CacheTable<Place> = {
  sumOfBytes(): Promise<number>
  /** The least recently used rows. */
  oldest(countMax: number): Promise<{ place: Place; bytes: number }[]>
  remove(place: Place): Promise<void>
}

type UpkeepOptions = {
  /** Maximum size of the whole table. */
  bytesMax: number
  /** Writes beyond this sum of their costs are skipped, unless nothing waits. */
  waitingMax: number
  onFailure: (error: unknown) => void
}

export type CacheUpkeep = {
  /** Writes after the response was sent: returns at once, and skips the write if too much is waiting. */
  later(cost: number, write: () => Promise<void>): void
  /** Evicts rows if the table has become too large. */
  grew(bytes: number): Promise<void>
  /** Resolves when all writes are done. */
  settled(): Promise<void>
}

/** After eviction the cache is this full, so that not every write evicts. */
const keptShare = 0.9
const evictedAtOnce = 100

export const createCacheUpkeep = <Place>(
  table: CacheTable<Place>,
  { bytesMax, waitingMax, onFailure }: UpkeepOptions,
): CacheUpkeep => {
  let totalBytes: number | undefined
  let waiting = 0
  let work: Promise<void> = Promise.resolve()

  const evict = async (): Promise<void> => {
    // Counted again: other processes write too, and reorgs delete rows.
    let bytes = await table.sumOfBytes()
    while (bytes > bytesMax * keptShare) {
      const oldest = await table.oldest(evictedAtOnce)
      if (oldest.length === 0) break
      for (const row of oldest) {
        if (bytes <= bytesMax * keptShare) break
        await table.remove(row.place)
        bytes -= row.bytes
      }
    }
    totalBytes = bytes
  }

  return {
    later: (cost, write) => {
      if (waiting > 0 && waiting + cost > waitingMax) return
      waiting += cost
      work = work
        .then(write)
        .catch(onFailure)
        .finally(() => {
          waiting -= cost
        })
    },
    grew: async (bytes) => {
      totalBytes = totalBytes === undefined ? await table.sumOfBytes() : totalBytes + bytes
      if (totalBytes > bytesMax) await evict()
    },
    settled: async () => {
      let seen: Promise<void> | undefined
      while (seen !== work) {
        seen = work
        await seen
      }
    },
  }
}

import { type Kysely, sql } from 'kysely'

/** A table that caches data which can be computed or requested again; its rows have `size_bytes` and `used_at`. */
type CacheTable<Tables, Name extends keyof Tables & string> = {
  name: Name
  /** The columns of its primary key: first the chain. */
  key: readonly [chain: keyof Tables[Name] & string, ...(keyof Tables[Name] & string)[]]
}

type UpkeepOptions = {
  /** Maximum size of the rows of one chain, so that a busy chain does not evict those of the others. */
  bytesMax: number
  /** Writes beyond this sum of their costs are skipped, unless nothing waits. */
  waitingMax: number
  onFailure: (error: unknown) => void
}

export type CacheUpkeep = {
  /** Writes after the response was sent: returns at once, and skips the write if too much is waiting. */
  later(cost: number, write: () => Promise<void>): void
  /** Evicts rows of the chain if they have become too large. */
  grew(chain: number, bytes: number): Promise<void>
  /** Resolves when all writes are done. */
  settled(): Promise<void>
}

/** After eviction the cache is this full, so that not every write evicts. */
const keptShare = 0.9
const evictedAtOnce = 100

export const createCacheUpkeep = <Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  { name, key }: CacheTable<Tables, Name>,
  { bytesMax, waitingMax, onFailure }: UpkeepOptions,
): CacheUpkeep => {
  const table = sql.table(name)
  const chainColumn = sql.ref(key[0])
  const totalBytes = new Map<number, number>()
  let waiting = 0
  let work: Promise<void> = Promise.resolve()

  const sumOfBytes = async (chain: number): Promise<number> => {
    const { rows } = await sql<{ sum: unknown }>`
      select sum(size_bytes) as sum from ${table} where ${chainColumn} = ${chain}`.execute(db)
    return Number(rows[0]?.sum)
  }

  /** The least recently used rows of a chain. */
  const oldest = async (chain: number) => {
    const columns = sql.join([...key, 'size_bytes'].map((column) => sql.ref(column)))
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns} from ${table} where ${chainColumn} = ${chain}
      order by used_at limit ${evictedAtOnce}`.execute(db)
    return rows
  }

  const remove = async (row: Record<string, unknown>): Promise<void> => {
    const isRow = sql.join(
      key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
      sql` and `,
    )
    await sql`delete from ${table} where ${isRow}`.execute(db)
  }

  const evict = async (chain: number): Promise<void> => {
    // Counted again: other processes write too, and reorgs delete rows.
    let bytes = await sumOfBytes(chain)
    while (bytes > bytesMax * keptShare) {
      const rows = await oldest(chain)
      if (rows.length === 0) break
      for (const row of rows) {
        if (bytes <= bytesMax * keptShare) break
        await remove(row)
        bytes -= Number(row.size_bytes)
      }
    }
    totalBytes.set(chain, bytes)
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
    grew: async (chain, bytes) => {
      const before = totalBytes.get(chain)
      const total = before === undefined ? await sumOfBytes(chain) : before + bytes
      totalBytes.set(chain, total)
      if (total > bytesMax) await evict(chain)
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

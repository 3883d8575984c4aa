import type { SignInTables } from '#lib/account/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { addressBytes } from './account-address.ts'
import type { AccountStore } from './account-store.ts'

/** Requests within the hour that starts at `hour` (unix seconds). */
type UsedHour = { hour: number; requests: number }
/** `lastAt` is in milliseconds since 1970. */
type Counted = UsedHour & { keyId: string; lastAt: number }

/** Key usage by the hour. Counted in memory and written in batches: a request costs no write. */
export type KeyUseStore = {
  count(keyId: string): void
  /** Hours with requests since `since` (milliseconds), ascending; undefined if the account has no such key. */
  read(address: string, keyId: string, since: number): Promise<UsedHour[] | undefined>
  /** Writes pending counts. */
  flush(): Promise<void>
  /** Writes pending counts and ends the timer. */
  close(): Promise<void>
}

export type KeyUseOptions = {
  now?: () => number
  flushEveryMs?: number
  /** Called when a flush failed; its counts are written with the next one. */
  onFailure?: (error: unknown) => void
}

const hourSeconds = 3_600
/** Older hours are deleted: at most 840 rows per key. */
const keptHours = 35 * 24
/** Keys with pending counts; beyond this limit they are written at once. */
const pendingMax = 10_000

export const createKeyUse = ({ store }: AccountStore, options: KeyUseOptions = {}): KeyUseStore => {
  const { now = Date.now, flushEveryMs = 10_000, onFailure = () => undefined } = options
  const { db } = store.withTables<SignInTables>()
  let pending = new Map<string, Counted>()
  let writing: Promise<void> = Promise.resolve()

  const add = (counted: Counted): void => {
    const name = `${counted.keyId} ${counted.hour}`
    const known = pending.get(name)
    if (known === undefined) pending.set(name, counted)
    else {
      known.requests += counted.requests
      known.lastAt = Math.max(known.lastAt, counted.lastAt)
    }
  }

  const write = async (): Promise<void> => {
    if (pending.size === 0) return
    const counts = [...pending.values()]
    pending = new Map()
    try {
      await addUse(store, counts, Math.floor(now() / 1_000) - keptHours * hourSeconds)
    } catch (error) {
      for (const counted of counts) if (pending.size < pendingMax) add(counted)
      onFailure(error)
    }
  }
  const flush = (): Promise<void> => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, flushEveryMs)
  timer.unref()

  return {
    count: (keyId) => {
      const lastAt = now()
      const seconds = Math.floor(lastAt / 1_000)
      add({ keyId, hour: seconds - (seconds % hourSeconds), requests: 1, lastAt })
      if (pending.size >= pendingMax) void flush()
    },
    read: async (address, keyId, since) => {
      const owned = await db
        .selectFrom('api_key')
        .select('id')
        .where('id', '=', keyId)
        .where('address', '=', addressBytes(address))
        .executeTakeFirst()
      if (owned === undefined) return undefined
      return await db
        .selectFrom('api_key_use')
        .select(['hour', 'requests'])
        .where('key_id', '=', keyId)
        .where('hour', '>=', Math.floor(since / 1_000) - hourSeconds + 1)
        .orderBy('hour')
        .execute()
    },
    flush,
    close: () => {
      clearInterval(timer)
      return flush()
    },
  }
}

const addUse = async (store: Store<unknown>, counts: readonly Counted[], deleteBefore: number): Promise<void> => {
  const { db, dialect } = store.withTables<SignInTables>()
  await db.transaction().execute(async (transaction) => {
    const ids = [...new Set(counts.map(({ keyId }) => keyId))]
    const known = transaction.selectFrom('api_key').select('id').where('id', 'in', ids)
    // Revoking a key deletes its usage; a key found here is locked until the counts are written.
    const rows = await (dialect === 'postgres' ? known.orderBy('id').forNoKeyUpdate() : known).execute()
    const kept = new Set(rows.map(({ id }) => id))
    const values = counts
      .filter(({ keyId }) => kept.has(keyId))
      .map(({ keyId, hour, requests, lastAt }) => ({ key_id: keyId, hour, requests, lastAt }))
      .toSorted((a, b) => (a.key_id < b.key_id ? -1 : 1))
    for (const { lastAt, ...value } of values) {
      await transaction
        .updateTable('api_key')
        .set({ last_used_at: lastAt })
        .where('id', '=', value.key_id)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', lastAt)]))
        .execute()
      await transaction
        .insertInto('api_key_use')
        .values(value)
        .onConflict((conflict) =>
          conflict
            .columns(['key_id', 'hour'])
            .doUpdateSet(({ ref, eb }) => ({ requests: eb(ref('api_key_use.requests'), '+', value.requests) })),
        )
        .execute()
    }
    await transaction.deleteFrom('api_key_use').where('hour', '<', deleteBefore).execute()
  })
}

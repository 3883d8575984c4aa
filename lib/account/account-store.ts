import type { Transaction } from 'kysely'
import type { AccountEventKind } from '#lib/account/contract/account.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import type { Store } from '#lib/store/store.ts'
import type { UnixClock } from './clock.ts'
import { randomText, type SignInTables } from './tables.ts'
import type { Visitor } from './visitor.ts'

/** The database and clock shared by all account services. */
export type AccountStore = { store: Store<unknown>; clock: UnixClock }

/*
 * An account is an address: 32 bytes on Aptos, 20 on EVM chains, where a key has one address on all of them. A contract that
 * signed is an account of its chain alone (CAIP-10: `eip155:10:0x…`), because the contract at the same address of another chain
 * may be someone else's. Its bytes are followed by the chain id.
 */

const evmBytes = 20
const chainIdBytes = 8

/** Converts an account between its text, in lower case, and the stored bytes. */
export const addressBytes = (account: string): Uint8Array => {
  const [, chainId, digits = ''] = /^(?:eip155:(\d{1,16}):)?0x([0-9a-f]*)$/.exec(account) ?? []
  const address = Buffer.from(digits, 'hex')
  if (chainId === undefined) return Uint8Array.from(address)
  invariant(address.length === evmBytes, 'only an address of an EVM chain is bound to a chain')
  const chain = Buffer.alloc(chainIdBytes)
  chain.writeBigUInt64BE(BigInt(chainId))
  return Uint8Array.from([...address, ...chain])
}

export const storedAddressText = (stored: Uint8Array): string => {
  const bytes = Buffer.from(stored)
  if (bytes.length !== evmBytes + chainIdBytes) return toHex(bytes)
  return `eip155:${bytes.readBigUInt64BE(evmBytes)}:${toHex(bytes.subarray(0, evmBytes))}`
}

/** Serialises changes of an account, so that counts stay true until the transaction ends. */
export const lockAccount = async (transaction: Transaction<SignInTables>, address: string): Promise<void> => {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set(({ ref }) => ({ signed_in_at: ref('signed_in_at') }))
    .where('address', '=', addressBytes(address))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new ServiceError('not_found', 'The account was deleted.')
}

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

/** `at` is in milliseconds since 1970. */
export type RecordedEvent = Visitor & { at: number; kind: AccountEventKind; subject: string | null }

/**
 * The audit log of an account. Only actions of its signed-in owner are recorded: failed attempts of strangers could
 * push real entries out.
 */
export type AccountEvents = {
  record(address: string, event: Omit<RecordedEvent, 'at'>): Promise<void>
  /** Newest first. */
  list(address: string): Promise<RecordedEvent[]>
}

const keptMs = 90 * 24 * 60 * 60 * 1_000
const keptMax = 500

export const createAccountEvents = ({ store, clock }: AccountStore): AccountEvents => {
  const { db } = store.withTables<SignInTables>()

  /** The time of the oldest entry to keep, by number and by age. */
  const keptFrom = async (address: Uint8Array, now: number): Promise<number> => {
    const oldest = await db
      .selectFrom('account_event')
      .select('at')
      .where('address', '=', address)
      .orderBy('at', 'desc')
      .offset(keptMax - 1)
      .limit(1)
      .executeTakeFirst()
    return Math.max(oldest?.at ?? 0, now - keptMs)
  }

  return {
    record: async (text, { kind, subject, browser, ipNetwork }) => {
      const address = addressBytes(text)
      const at = await clock()
      await db
        .insertInto('account_event')
        .values({ address, at, id: randomText(12), kind, subject, browser, ip_network: ipNetwork })
        .execute()
      await db
        .deleteFrom('account_event')
        .where('address', '=', address)
        .where('at', '<', await keptFrom(address, at))
        .execute()
    },
    list: async (text) => {
      const rows = await db
        .selectFrom('account_event')
        .select(['at', 'kind', 'subject', 'browser', 'ip_network'])
        .where('address', '=', addressBytes(text))
        .where('at', '>=', (await clock()) - keptMs)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(keptMax)
        .execute()
      return rows.map(({ ip_network, ...event }) => ({ ...event, ipNetwork: ip_network }))
    },
  }
}

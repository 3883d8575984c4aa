import type {
  AccountEvent,
  AccountKey,
  AccountNote,
  AccountSession,
  KeyScope,
  KeyUseHour,
  SignedIn,
} from '#lib/account/contract/account.ts'
import type { Store } from '#lib/store/store.ts'
import { type AccountKeyStore, type ApiKey, createAccountKeys } from './account-keys.ts'
import { createAccountNotes, type NoteStore, type StoredNote } from './account-notes.ts'
import {
  type AccountEvents,
  type AccountStore,
  addressBytes,
  createAccountEvents,
  createKeyUse,
  type KeyUseOptions,
  type KeyUseStore,
  type RecordedEvent as StoredEvent,
  storedAddressText,
} from './account-store.ts'
import { storeClock, type UnixClock } from './clock.ts'
import { createAccountSessions, type ListedSession, type Session, type SessionStore } from './sessions.ts'
import type { SignInTables } from './tables.ts'
import { hashToken, newToken } from './token.ts'

/* Converts stored rows to the records of the account pages. */

export const isoTime = (ms: number): string => new Date(ms).toISOString()

export const signedInRecord = ({ address, network, createdAt, expiresAt }: Session): SignedIn => ({
  address,
  network,
  signedInAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
})

const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms))

export const keyRecord = ({ createdAt, expiresAt, lastUsedAt, ...key }: ApiKey): AccountKey => ({
  ...key,
  createdAt: isoTime(createdAt),
  expiresAt: isoTimeOrNull(expiresAt),
  lastUsedAt: isoTimeOrNull(lastUsedAt),
})

export const sessionRecord = ({ createdAt, lastSeenAt, expiresAt, ...session }: ListedSession): AccountSession => ({
  ...session,
  createdAt: isoTime(createdAt),
  lastSeenAt: isoTimeOrNull(lastSeenAt),
  expiresAt: isoTime(expiresAt),
})

export const eventRecord = ({ at, ...event }: StoredEvent): AccountEvent => ({ at: isoTime(at), ...event })

export const noteRecord = ({ updatedAt, ...note }: StoredNote): AccountNote => ({
  ...note,
  updatedAt: isoTime(updatedAt),
})

/** All data stored about an account, for its owner to export: times in ISO 8601, without secrets. */
type AccountExport = {
  address: string
  createdAt: string
  signedInAt: string
  sessions: Omit<AccountSession, 'id' | 'isCurrent'>[]
  keys: (AccountKey & { use: KeyUseHour[] })[]
  notes: AccountNote[]
  events: AccountEvent[]
}

type AccountData = {
  /** Undefined if nothing is stored. */
  export(address: string): Promise<AccountExport | undefined>
  /** Deletes everything: sessions, keys and their usage, labels, the audit log, and pending sign-ins. */
  delete(address: string): Promise<void>
}

type AccountParts = {
  sessions: SessionStore
  keys: AccountKeyStore
  use: KeyUseStore
  notes: NoteStore
  events: AccountEvents
}

const createAccountData = (
  { store }: AccountStore,
  { sessions, keys, use, notes, events }: AccountParts,
): AccountData => {
  const { db } = store.withTables<SignInTables>()

  const useOf = async (address: string, id: string): Promise<KeyUseHour[]> => {
    const hours = (await use.read(address, id, 0)) ?? []
    return hours.map(({ hour, requests }) => ({ hour: isoTime(hour * 1_000), requests }))
  }

  return {
    export: async (address) => {
      const account = await db
        .selectFrom('account')
        .selectAll()
        .where('address', '=', addressBytes(address))
        .executeTakeFirst()
      if (account === undefined) return undefined
      const listed = (await sessions.list(address)).map(sessionRecord)
      return {
        address,
        createdAt: isoTime(account.created_at),
        signedInAt: isoTime(account.signed_in_at),
        sessions: listed.map(({ id: _, isCurrent: __, ...session }) => session),
        keys: await Promise.all(
          (await keys.list(address)).map(async (key) => ({ ...keyRecord(key), use: await useOf(address, key.id) })),
        ),
        notes: (await notes.list(address)).map(noteRecord),
        events: (await events.list(address)).map(eventRecord),
      }
    },
    delete: async (text) => {
      const address = addressBytes(text)
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('sign_in_pre_session').where('address', '=', address).execute()
        // Other tables reference the account and cascade.
        await transaction.deleteFrom('account').where('address', '=', address).execute()
      })
    },
  }
}

/** The challenge given to a browser. Its id stays on the server. */
type PreSession = { challengeId: string; address: string; network: string }

/** Ties a challenge to the browser that requested it, so that no one can be signed in with another user's signature. */
type PreSessions = {
  open(preSession: PreSession, lifetimeMs: number): Promise<string>
  find(token: string): Promise<PreSession | undefined>
  /** Removes it; false if it was already taken. */
  take(token: string): Promise<boolean>
}

const createPreSessions = ({ store, clock }: AccountStore): PreSessions => {
  const { db } = store.withTables<SignInTables>()
  return {
    open: async ({ challengeId, address, network }, lifetimeMs) => {
      const token = newToken()
      const now = await clock()
      await db.deleteFrom('sign_in_pre_session').where('expires_at', '<=', now).execute()
      await db
        .insertInto('sign_in_pre_session')
        .values({
          token_hash: hashToken(token),
          challenge_id: challengeId,
          address: addressBytes(address),
          network,
          expires_at: now + lifetimeMs,
        })
        .execute()
      return token
    },
    find: async (token) => {
      const row = await db
        .selectFrom('sign_in_pre_session')
        .select(['challenge_id', 'address', 'network', 'expires_at'])
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst()
      if (row === undefined || row.expires_at <= (await clock())) return undefined
      return { challengeId: row.challenge_id, address: storedAddressText(row.address), network: row.network }
    },
    take: async (token) => {
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_pre_session')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
  }
}

type AccountsOptions = {
  store: Store<unknown>
  clock?: UnixClock
  /** The highest rate limit of a key, in requests per second: the installation's own limit for keys. */
  perSecondMax: number
  /** What keys can be limited to. */
  scopes: readonly KeyScope[]
  use?: KeyUseOptions
}

/** What is stored for signed-in users: sessions, keys, labels and the audit log. */
export type Accounts = {
  sessions: SessionStore
  preSessions: PreSessions
  keys: AccountKeyStore
  use: KeyUseStore
  notes: NoteStore
  data: AccountData
  events: AccountEvents
  readonly scopes: readonly KeyScope[]
  /** Writes pending usage counts. */
  close(): Promise<void>
}

export const createAccounts = ({
  store,
  clock = storeClock(store),
  perSecondMax,
  scopes,
  use,
}: AccountsOptions): Accounts => {
  const parts = { store, clock }
  const keyUse = createKeyUse(parts, use)
  const stored = {
    sessions: createAccountSessions(parts),
    keys: createAccountKeys(parts, { use: keyUse, perSecondMax, scopes: scopes.map(({ name }) => name) }),
    use: keyUse,
    notes: createAccountNotes(parts),
    events: createAccountEvents(parts),
  }
  return {
    ...stored,
    scopes,
    preSessions: createPreSessions(parts),
    data: createAccountData(parts, stored),
    close: keyUse.close,
  }
}

import type { AccountEvent, AccountKey, AccountNote, AccountSession, SignedIn } from '#lib/account/contract/account.ts'
import type { RecordedEvent as StoredEvent } from './account-events.ts'
import type { ApiKey } from './account-keys.ts'
import type { StoredNote } from './account-notes.ts'
import type { ListedSession, Session } from './sessions.ts'

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

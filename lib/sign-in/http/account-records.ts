import type { ApiKey } from '#lib/sign-in/account-keys.ts'
import type { AccountNote as StoredNote } from '#lib/sign-in/account-notes.ts'
import type { AccountKey, AccountNote, SignedIn } from '#lib/sign-in/contract/account.ts'
import type { Session } from '#lib/sign-in/sessions.ts'

/* From what is stored to what the account's pages are told. */

export const isoTime = (ms: number): string => new Date(ms).toISOString()

export const signedInRecord = ({ address, network, createdAt, expiresAt }: Session): SignedIn => ({
  address,
  network,
  signedInAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
})

export const keyRecord = ({ createdAt, expiresAt, ...key }: ApiKey): AccountKey => ({
  ...key,
  createdAt: isoTime(createdAt),
  expiresAt: expiresAt === null ? null : isoTime(expiresAt),
})

export const noteRecord = ({ updatedAt, ...note }: StoredNote): AccountNote => ({
  ...note,
  updatedAt: isoTime(updatedAt),
})

/* What the account's own pages are told, by the session's endpoints and in process alike. Moments are ISO 8601. */

/** Who is signed in in a browser. */
export type SignedIn = { address: string; network: string; signedInAt: string; expiresAt: string }

/** What a key may call: an API of one chain family, the sign-in API, or whole lists as files (besides the list's own API). */
export const keyScopes = ['evm', 'aptos', 'sign-in', 'export'] as const
export type KeyScope = (typeof keyScopes)[number]

/** A key for programs, without the key itself. */
export type AccountKey = {
  id: string
  name: string
  /** Its first characters. */
  hint: string
  perSecond: number
  /** In the order of `keyScopes`. */
  scopes: KeyScope[]
  createdAt: string
  expiresAt: string | null
  /** Null for a key that was never used. Updated every few seconds, not with each request. */
  lastUsedAt: string | null
}

/** A browser that is signed in. Null for what was not recorded. */
export type AccountSession = {
  id: string
  /** Whether it is the browser that asks. */
  isCurrent: boolean
  /** Browser and system, such as `Firefox on Linux`. */
  browser: string | null
  /** IPv4 address, or the /64 of an IPv6 address. */
  ipNetwork: string | null
  network: string
  createdAt: string
  /** To within ten minutes. */
  lastSeenAt: string | null
  expiresAt: string
}

export const accountEventKinds = [
  'signed_in',
  'signed_out',
  'signed_out_everywhere',
  'session_revoked',
  'key_created',
  'key_revoked',
  'data_exported',
] as const
export type AccountEventKind = (typeof accountEventKinds)[number]

/** One entry of an account's audit log. */
export type AccountEvent = {
  at: string
  kind: AccountEventKind
  /** The key's name and first characters, or the browser that was signed out. */
  subject: string | null
  browser: string | null
  ipNetwork: string | null
}

/** Told once, when it is made. */
export type NewAccountKey = AccountKey & { key: string }

/** Requests within the hour that begins at `hour`. */
export type KeyUseHour = { hour: string; requests: number }

/** What a note is about: `chain` as the explorer's paths name it, `subject` an address or `address/id`. */
export type AccountNoteSubject = { kind: 'wallet' | 'collection' | 'token'; chain: string; subject: string }

/** A private label, a place on the watch list, or both. */
export type AccountNote = AccountNoteSubject & { label: string | null; isWatched: boolean; updatedAt: string }

/* Records of the account pages, over HTTP and in process alike. Times are ISO 8601. */

/** An EVM chain on which accounts can sign in. */
export type SignInChain = { id: number; title: string }

/** The address of an account, without the chain of one that a contract signed for (`eip155:10:0x…`). */
export const accountAddress = (account: string): string => account.slice(account.lastIndexOf(':') + 1)

/** The signed-in account of a browser. `network` is `mainnet` or `testnet` of Aptos, or an EVM chain as `eip155:1`. */
export type SignedIn = { address: string; network: string; signedInAt: string; expiresAt: string }

/** What a key may call: the API of a chain family, the sign-in API, or exports (which also need the list's own API). */
export type KeyScope = { name: string; title: string }

/** An API key without the key itself. */
export type AccountKey = {
  id: string
  name: string
  /** The key's first characters. */
  hint: string
  perSecond: number
  /** Names of scopes, in the order of this server. */
  scopes: string[]
  createdAt: string
  expiresAt: string | null
  /** Null for a key that was never used. Updated every few seconds, not with each request. */
  lastUsedAt: string | null
}

/** A signed-in browser. Fields that were not recorded are null. */
export type AccountSession = {
  id: string
  /** Whether it is the current browser. */
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

const accountEventKinds = [
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

/** Returned once, when the key is created. */
export type NewAccountKey = AccountKey & { key: string }

/** Requests within the hour that starts at `hour`. */
export type KeyUseHour = { hour: string; requests: number }

/** The item of a note: `chain` as in page paths, `subject` an address or `address/id`. */
export type AccountNoteSubject = { kind: 'wallet' | 'collection' | 'token'; chain: string; subject: string }

/** A private label, a watched item, or both. */
export type AccountNote = AccountNoteSubject & { label: string | null; isWatched: boolean; updatedAt: string }

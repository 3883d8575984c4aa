import type { AccountEventKind, AccountNoteSubject } from './contract/account.ts'

/** A message that someone is to sign, until it is signed or expires. Moments are milliseconds since 1970. */
export type ChallengeTable = {
  nonce: string
  id: string
  /** Who asked: no one else can verify it. */
  caller: string
  message: string
  /** 0x and hex, as registered. */
  public_key: string
  expires_at: number
  /** Signatures that were wrong. */
  failures: number
}

/** Someone who has signed in. Accounts are known by their address, of 32 bytes. */
type AccountTable = { address: Uint8Array; created_at: number; signed_in_at: number }

/** A browser that is signed in. Of its token only the SHA-256 is kept. */
type SessionTable = {
  token_hash: Uint8Array
  address: Uint8Array
  network: string
  created_at: number
  expires_at: number
  browser: string | null
  ip_network: string | null
  last_seen_at: number | null
}

/** One entry of an account's audit log. `id` orders entries of the same millisecond. */
type AccountEventTable = {
  address: Uint8Array
  at: number
  id: string
  kind: AccountEventKind
  subject: string | null
  browser: string | null
  ip_network: string | null
}

/** A browser that was given a challenge and has not signed it yet. */
type PreSessionTable = {
  token_hash: Uint8Array
  challenge_id: string
  address: Uint8Array
  network: string
  expires_at: number
}

/** A key that an account's owner made for a program. Of the key only the SHA-256 is kept. */
export type ApiKeyTable = {
  id: string
  address: Uint8Array
  key_hash: Uint8Array
  /** The key's first characters, by which its owner knows it again. */
  hint: string
  name: string
  /** Requests a second. */
  per_second: number
  /** Comma-separated; null for all of them. */
  scopes: string | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}

/** How often a key was used within an hour. */
type ApiKeyUseTable = {
  key_id: string
  /** The hour's beginning, in unix seconds. */
  hour: number
  requests: number
}

/** What an account's owner noted of a wallet, a collection or a token. */
export type AccountNoteTable = {
  address: Uint8Array
  kind: AccountNoteSubject['kind']
  /** The chain's name, or `aptos` or `aptos-testnet`. */
  chain: string
  /** As explorer pages name it: an address, or a token's address and id. */
  subject: string
  label: string | null
  is_watched: number
  updated_at: number
}

export type SignInTables = {
  sign_in_challenge: ChallengeTable
  account: AccountTable
  account_session: SessionTable
  sign_in_pre_session: PreSessionTable
  api_key: ApiKeyTable
  api_key_use: ApiKeyUseTable
  account_note: AccountNoteTable
  account_event: AccountEventTable
}

import { randomInt } from 'node:crypto'
import type { AccountEventKind, AccountNoteSubject } from './contract/account.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Uniformly random letters and digits: 17 of them have 101 bits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** A message to sign, until it is signed or expires. Times are milliseconds since 1970. */
export type ChallengeTable = {
  nonce: string
  id: string
  /** The client that requested it, the only one that can verify it. */
  caller: string
  message: string
  /** Hex with 0x, as registered; empty where signatures tell the key. */
  public_key: string
  expires_at: number
  /** Number of wrong signatures. */
  failures: number
}

/** A user who has signed in, identified by their address: see accounts/account-address.ts. */
type AccountTable = { address: Uint8Array; created_at: number; signed_in_at: number }

/** A signed-in browser. Only the SHA-256 of its token is stored. */
type SessionTable = {
  token_hash: Uint8Array
  address: Uint8Array
  /** `mainnet` or `testnet` of Aptos, or the id of an EVM chain as `eip155:1` (CAIP-2). */
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

/** A browser with a challenge that it has not signed yet. */
type PreSessionTable = {
  token_hash: Uint8Array
  challenge_id: string
  address: Uint8Array
  network: string
  expires_at: number
}

/** An API key created by an account's owner. Only its SHA-256 is stored. */
export type ApiKeyTable = {
  id: string
  address: Uint8Array
  key_hash: Uint8Array
  /** The key's first characters, by which its owner recognises it. */
  hint: string
  name: string
  /** Requests per second. */
  per_second: number
  /** Comma-separated; null for all of them. */
  scopes: string | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}

/** Usage of a key within an hour. */
type ApiKeyUseTable = {
  key_id: string
  /** Start of the hour, in unix seconds. */
  hour: number
  requests: number
}

/** A note of an account's owner about a wallet, a collection or a token. */
export type AccountNoteTable = {
  address: Uint8Array
  kind: AccountNoteSubject['kind']
  /** The name of the chain, or `aptos` or `aptos-testnet`. */
  chain: string
  /** As in page paths: an address, or a token's address and id. */
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

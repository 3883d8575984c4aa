import type { Hex } from '#lib/base/hex.ts'

/**
 * Why a name may deceive: `mixed_scripts` for a label with letters of several scripts, `look_alike` for one that reads like a
 * well-known name. Such names never replace an address. ENSIP-15 already refuses most letters that imitate Latin ones.
 */
export type NameWarning = 'mixed_scripts' | 'look_alike'

/** The primary ENS name of an address. Times are unix milliseconds. */
export type WalletName = {
  name: string
  /** The registration and its grace period have ended: the name may soon belong to somebody else. */
  isExpired: boolean
  expiresAt: number | null
  warning: NameWarning | null
  blockNumber: number
  readAt: number
}

/** The address of a name, expired ones included. */
export type NamedAddress = WalletName & { address: Hex }

/** What queries know of ENS names; `lib/evm/ens` reads them. */
export type WalletNames = {
  /** The names known so far; the others are looked up in the background. Never rejects. */
  namesOf(addresses: readonly string[]): Promise<ReadonlyMap<string, WalletName>>
  /** The name of one address, waiting at most `waitMs` for the node. Null: it has none. Undefined: not known yet. */
  nameOf(address: string, options?: { waitMs?: number; signal?: AbortSignal }): Promise<WalletName | null | undefined>
  /** Undefined if the name has no address, or cannot be a name. Throws ServiceError if the node did not answer. */
  addressOf(name: string, signal?: AbortSignal): Promise<NamedAddress | undefined>
}

import type { Hex } from '#lib/base/hex.ts'

/** A name as stored on chain. */
type EnsName = {
  name: string
  /** When the registration and its grace period end, in unix seconds; null if the name does not expire. */
  expiresAt: number | null
}

/** `none`: the address has no primary name that resolves back to it. `failed`: no node answered. */
export type PrimaryName = EnsName | 'none' | 'failed'

/** The address of a name, while it is registered. */
export type EnsAddress = EnsName & { address: Hex }

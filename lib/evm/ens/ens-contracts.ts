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

/** The contracts of ENS on one chain. */
export type EnsContracts = {
  /** Resolves in both directions: ENSIP-10 wildcards, CCIP-Read, and the forward check of primary names. */
  universalResolver: Hex
  registry: Hex
  /** ERC721 of `.eth` names, with their expiry. */
  registrar: Hex
  /** ERC1155 of wrapped names, with the expiry of subnames. */
  nameWrapper: Hex
}

/** From https://docs.ens.domains/learn/deployments; the universal resolver is a proxy that follows upgrades of ENS. */
export const mainnetEns: EnsContracts = {
  universalResolver: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee',
  registry: '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e',
  registrar: '0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85',
  nameWrapper: '0xd4416b13d2b3a9abae7acd5d6c2bbdbe25686401',
}

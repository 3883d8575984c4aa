import type { AptosAssetActivityRow } from '#lib/aptos/chain/tables.ts'

/** A store after a transaction: a coin's (`v1`) or a fungible asset's (`v2`). Addresses are long. */
export type StoreState = {
  storage: string
  owner: string
  asset: string
  standard: 'v1' | 'v2'
  isPrimary: boolean
  isFrozen: boolean
  amount: string
}

/** What an asset says of itself. Texts as the chain has them, of any length. */
export type AssetMetadata = {
  name: string
  symbol: string
  decimals: number
  iconUri: string | null
  projectUri: string | null
  /** The address of a coin's module; the owner of a fungible asset's metadata object. */
  creator: string
  /** Null where the chain does not count it, or keeps it in a table. */
  supply: string | null
  maximum: string | null
}

/** An asset in a transaction. */
export type AssetSighting = { asset: string; coinType?: string; metadata?: AssetMetadata }

/** The coins and fungible assets of one transaction. */
export type FungibleFacts = {
  version: number
  /** Microseconds. */
  timestamp: number
  activities: AptosAssetActivityRow[]
  /** In the order of the changes: a later state of a store replaces an earlier one. */
  stores: StoreState[]
  assets: AssetSighting[]
}

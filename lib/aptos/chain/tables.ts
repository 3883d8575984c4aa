import { type Expression, sql } from 'kysely'
import type { DoubtfulRow } from '#lib/indexing/doubtful-blocks.ts'
import type { MediaStatus } from '#lib/media/media-tables.ts'

/*
 * The tables of Aptos NFTs, and the cache of blocks. `chain_id` (1 mainnet, 2 testnet, as reported by the node) is the first column of every key.
 *
 * Addresses and ids are 32 bytes. Times are microseconds since 1970, as in the ledger. Amounts and every other u64 but
 * versions are decimal text. Names are truncated to 128 bytes and URIs to 512; ids are hashes of the full names. The id of a digital asset (token v2), and of its collection, is the address of its object.
 */

export type AptosTokenStandard = 'v1' | 'v2'

/** The freshness of a network's index. Every change to the network writes this row first: its lock serialises writers. */
export type AptosChainRow = {
  chain_id: number
  /** The first followed version if no start was configured; a restart continues from there. */
  followed_from: number | null
  /** The node's newest version, and the oldest that it has not pruned, at the last poll. */
  head_version: number | null
  oldest_version: number | null
  /** Unix seconds: when a node last answered or failed. */
  checked_at: number | null
  /** Why indexing has stopped, for the operator; null while it works. */
  error: string | null
  /** Why configured nodes are not used, one sentence per line; null if all are. */
  refused_nodes: string | null
  /** 1 once rows were stored without owners, collections or assets that no node served; they stay incomplete. */
  lacks_state: number | null
}

/** Versions first..last are stored without gap. Intervals of a network neither overlap nor touch. */
type AptosIntervalRow = {
  chain_id: number
  first_version: number
  last_version: number
  /** Hash of the transaction at the end: a node of another ledger has a different one there. */
  last_hash: Uint8Array
}

/** Parts of the index besides tokens of module 0x3, which it always has: digital assets (token v2) and fungible assets. */
export type AptosContent = 'digital_assets' | 'fungible_assets'

/** Versions first..last are stored with this content. An index that was started without it has it only from later on. */
type AptosContentIntervalRow = {
  chain_id: number
  content: AptosContent
  first_version: number
  last_version: number
}

type TokenColumns = {
  creator_address: Uint8Array
  collection_data_id_hash: Uint8Array
  token_data_id_hash: Uint8Array
  property_version: string
  collection_name: string
  name: string
  token_standard: AptosTokenStandard
}

/**
 * An event of a user transaction that mints, burns, changes or moves a token. `coin_type` and `coin_amount` of the
 * interface are in none of these events: they are always null and have no column.
 */
export type AptosTokenActivityRow = TokenColumns & {
  chain_id: number
  transaction_version: number
  /** The event's index in its transaction. */
  event_index: number
  /** Microseconds. */
  transaction_timestamp: number
  event_account_address: Uint8Array
  from_address: Uint8Array | null
  to_address: Uint8Array | null
  event_creation_number: string
  event_sequence_number: string
  token_amount: string
  /** The event's Move type, as returned by the node. */
  transfer_type: string
}

/** An account's holding of a token; amount `0` once it has none. Offered or listed tokens have no owner. */
export type AptosTokenOwnershipRow = TokenColumns & {
  chain_id: number
  last_transaction_version: number
  /** Microseconds. */
  last_transaction_timestamp: number
  owner_address: Uint8Array
  amount: string
  /** `0x3::token::TokenStore`; null for a digital asset. */
  table_type: string | null
  /** A JSON object of texts; null if the token left its owner, and for a digital asset. */
  token_properties: string | null
}

/** The owner of a Move table. Handles never change owners. */
export type AptosTableHandleRow = {
  chain_id: number
  handle: Uint8Array
  owner_address: Uint8Array
  /** The Move type of the resource with the handle, e.g. `0x3::token::TokenStore`. */
  table_type: string
}

/** A collection, from its creation or from the first event of one of its tokens. */
export type AptosCollectionRow = {
  chain_id: number
  collection_data_id_hash: Uint8Array
  /** The version of the first sighting. */
  first_version: number
  /** Microseconds. */
  first_timestamp: number
  creator_address: Uint8Array
  name: string
  uri: string | null
  /**
   * The version that wrote the name and URI, or an earlier one if all versions in between are stored; null if it is unknown. The
   * newest version takes precedence, in whatever order versions are stored.
   */
  written_version: number | null
  token_standard: AptosTokenStandard
  /**
   * Of module 0x3: the names of fields that the creator may change, with commas. Null if its data was not written in indexed versions,
   * and for a digital asset, whose object has them.
   */
  mutable_fields: string | null
  /** As `written_version`, of the columns that only its data has. */
  terms_version: number | null
}

/** A token, from its creation or from the write of its data. */
export type AptosTokenRow = {
  chain_id: number
  token_data_id_hash: Uint8Array
  collection_data_id_hash: Uint8Array
  first_version: number
  /** Microseconds. */
  first_timestamp: number
  creator_address: Uint8Array
  collection_name: string
  name: string
  uri: string | null
  /** As of a collection. */
  written_version: number | null
  token_standard: AptosTokenStandard
  /** The share of a sale that the creator asks for; null as `mutable_fields`. The denominator may be 0: no royalty. */
  royalty_numerator: string | null
  royalty_denominator: string | null
  royalty_payee: Uint8Array | null
  /** As of a collection. */
  mutable_fields: string | null
  terms_version: number | null
}

/** `day` is the unix time in seconds divided by 86,400. */
export type AptosCollectionDayRow = {
  chain_id: number
  collection_data_id_hash: Uint8Array
  day: number
  activity_count: number
}

/**
 * A coin or fungible asset. A coin and the fungible asset that the framework pairs with it are one asset, whose id is the address
 * of the (future) metadata object: `0xa` for APT.
 */
export type AptosAssetRow = {
  chain_id: number
  asset_id: Uint8Array
  /** The type of the coin, e.g. `0x1::aptos_coin::AptosCoin`; null for a fungible asset without one. */
  coin_type: string | null
  /** The version of the first sighting. */
  first_version: number
  /** Microseconds. */
  first_timestamp: number
  /** The version that wrote the following columns; 0 if the node was asked for them, null if they are unknown. */
  metadata_version: number | null
  name: string | null
  symbol: string | null
  decimals: number | null
  /** Null for a coin, which has none; may be empty for a fungible asset. */
  icon_uri: string | null
  project_uri: string | null
  creator_address: Uint8Array | null
  /** In the smallest unit. Null where the chain does not count it, or keeps it in a table. */
  supply: string | null
  maximum: string | null
}

/** The columns of an asset that other records show. */
export type ShownAsset = Pick<AptosAssetRow, 'asset_id' | 'coin_type' | 'name' | 'symbol' | 'decimals' | 'icon_uri'>

/** A deposit, a withdrawal or a freeze of a coin or fungible asset, or the gas fee of a transaction (event index -1). */
export type AptosAssetActivityRow = {
  chain_id: number
  transaction_version: number
  /** The event's index in its transaction. */
  event_index: number
  /** Microseconds. */
  transaction_timestamp: number
  /** Null if the store was deleted in the transaction, and neither it nor the index says what it contained. */
  asset_id: Uint8Array | null
  owner_address: Uint8Array | null
  /** The store of a fungible asset; for a coin, the primary store that a migration would give it. */
  storage_id: Uint8Array
  gas_fee_payer_address: Uint8Array | null
  token_standard: AptosTokenStandard
  /** The event's Move type, as returned by the node. */
  event_type: string
  amount: string | null
  is_frozen: 0 | 1 | null
  is_transaction_success: 0 | 1
  entry_function: string | null
  /** The storage fee returned by the transaction, in octas; `0` but for the gas fee. */
  storage_refund_amount: string
}

/** A store and its balance: that of the coin and that of the fungible asset with which the coin is paired. */
export type AptosAssetBalanceRow = {
  chain_id: number
  storage_id: Uint8Array
  owner_address: Uint8Array
  asset_id: Uint8Array
  is_primary: 0 | 1
  is_frozen: 0 | 1
  /** The sum of both, as a sortable integer. */
  amount: Uint8Array
  amount_v1: string | null
  amount_v2: string | null
  last_version: number
  /** Microseconds. */
  last_timestamp: number
  last_version_v1: number | null
  last_version_v2: number | null
}

/** `day` is the unix time in seconds divided by 86,400. Gas fees are not counted. */
export type AptosAssetDayRow = {
  chain_id: number
  asset_id: Uint8Array
  day: number
  activity_count: number
}

/**
 * Cached responses with blocks, because Aptos blocks never change. Rows may be lost. `header` is the block without its
 * transactions, as JSON; `transactions` is null if only the header was requested.
 */
export type AptosBlockCacheTable = {
  /** 1 mainnet, 2 testnet, as the node reports. */
  chain_id: number
  height: number
  first_version: number
  last_version: number
  size_bytes: number
  /** Unix seconds, not finer than an hour: a read should not cost a write. */
  used_at: number
  header: string
  /** JSON lines under zstd. */
  transactions: Uint8Array | null
}

/** The document that a token's or collection's URI names, once a page asked for it; a picture is a document that names itself. */
export type AptosDocumentRow = {
  /** sha256 of the URI. */
  document_key: Uint8Array
  uri: string
  status: MediaStatus
  /** Why it could not be read, or is not shown in full. */
  error: string | null
  /** The image or film, and its key in `evm_media`. */
  media_uri: string | null
  media_key: Uint8Array | null
  /** In the format of the interface, with limited lengths, as JSON. */
  metadata: string | null
  /** Unix milliseconds. */
  updated_at: number
  due_at: number | null
  failures: number
}

/** A word by which an asset or a collection is found: its symbol, or its name from the start of a word on. */
type AptosNameWordRow = {
  chain_id: number
  /** See `nameWords`. */
  word: Uint8Array
  kind: AptosNamed
  id: Uint8Array
}

/** Longer than any function that a request can name; PostgreSQL refuses longer keys. */
const calledMax = 400

/** The condition of the index of entry functions, in the same words wherever it is to be used. */
export const calledIndexed = (eventIndex: Expression<unknown>, entryFunction: Expression<unknown>) =>
  sql<boolean>`${eventIndex} = ${sql.lit(-1)} and length(${entryFunction}) <= ${sql.lit(calledMax)}`

export const aptosNamed = { asset: 1, collection: 2 } as const
export type AptosNamed = (typeof aptosNamed)[keyof typeof aptosNamed]

export type AptosTables = {
  /** Versions that are not read because they crashed the worker; none of them is stored. */
  aptos_doubtful_versions: DoubtfulRow
  aptos_block_cache: AptosBlockCacheTable
  aptos_chains: AptosChainRow
  aptos_intervals: AptosIntervalRow
  aptos_content_intervals: AptosContentIntervalRow
  aptos_token_activities: AptosTokenActivityRow
  aptos_token_ownerships: AptosTokenOwnershipRow
  aptos_table_handles: AptosTableHandleRow
  aptos_collections: AptosCollectionRow
  aptos_tokens: AptosTokenRow
  aptos_collection_days: AptosCollectionDayRow
  aptos_assets: AptosAssetRow
  aptos_asset_activities: AptosAssetActivityRow
  aptos_asset_balances: AptosAssetBalanceRow
  aptos_asset_days: AptosAssetDayRow
  aptos_documents: AptosDocumentRow
  aptos_name_words: AptosNameWordRow
}

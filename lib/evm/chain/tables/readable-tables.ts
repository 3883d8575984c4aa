import type { MediaRow } from '#lib/media/media-tables.ts'

/*
 * Metadata beyond blocks: NFT documents and their images, contract ABIs, proxies, ratings of collections. It comes from
 * contracts, hosts and operators at a certain time. Times here are unix milliseconds, as the API returns them.
 */

/** One NFT's document. The row is created when the token is first seen or requested. */
export type NftMetadataRow = {
  /** Increasing: the search index refers to it, and a later document never has a lower one. */
  id: number
  chain: number
  token_address: Uint8Array
  /** See `tokenHash`. */
  token_hash: Uint8Array
  token_id: string
  /** As returned by the contract, without NUL; null if it has none. */
  token_uri: string | null
  /** JSON text; null if none could be read. */
  metadata: string | null
  /** From the normalised document, for search. */
  name: string | null
  description: string | null
  /** JSON text of the normalised attributes; null without any. */
  attributes: string | null
  /** The URI of the image, video or audio in the document (`data:` URIs unchanged); null without one. */
  media_uri: string | null
  /** sha256 of `media_uri`, the key of `evm_media`. */
  media_key: Uint8Array | null
  /** The block of minting if known, for block bounds in searches. */
  minted_block: number | null
  created_at: number
  updated_at: number
  /** When the contract was last called for the URI, and when the document was last read. */
  uri_synced_at: number | null
  metadata_synced_at: number | null
  /** When to try (again); null if nothing is to be done. */
  due_at: number | null
  /** 1 if requested by a user or an API client: it takes precedence. */
  is_wanted: 0 | 1
  failures: number
  /** The kind of the last fault; null without one. */
  fault: Exclude<MediaRow['status'], 'success' | 'processing'> | null
  /** Why there is no document, as text for users. */
  error: string | null
}

/** The ABI of one contract; null if no verifier has it yet. */
export type AbiRow = {
  chain: number
  address: Uint8Array
  /** JSON text of the ABI; null if the contract is not verified. */
  abi: string | null
  /** `exact_match` or `match`, as reported by the verifier. */
  match: string | null
  checked_at: number
  /** When to ask again; null for never. */
  due_at: number | null
  failures: number
}

/** The signatures of an online service for a selector (4 bytes) or a topic (32). They apply to every chain, so `chain` is 0. */
type SignatureRow = {
  chain: number
  hash: Uint8Array
  /** One on each line; empty if the service knows none. */
  signatures: string
  /** When to ask again, in milliseconds since 1970; null for never. */
  due_at: number | null
}

/** The primary ENS name of an address, or its absence. `chain` is the chain that it was read from. */
type EnsNameRow = {
  chain: number
  address: Uint8Array
  /** Normalised by ENSIP-15; null if the address has none. */
  name: string | null
  /** When the registration and its grace period end, in unix seconds; null if they do not. */
  expires_at: number | null
  block_number: number
  read_at: number
  /** When to read it again. */
  due_at: number
}

/** The implementations of a proxy at a block: a known point. Between two equal points, they are assumed to be the same. */
type ProxyRow = {
  chain: number
  address: Uint8Array
  block_number: number
  /** `none` if it is not a proxy. */
  kind: string
  /** 20 bytes each, one after the other: a diamond has several. */
  implementations: Uint8Array
}

/** The creation of a contract in a final block, as found by searching a node. */
type ContractCreationRow = {
  chain: number
  address: Uint8Array
  block_number: number
  /** Unix seconds, like the block's. */
  block_timestamp: number
  /** Null if the creating call was not found, and for contracts of the genesis block. */
  transaction_hash: Uint8Array | null
  /** The sender of the transaction. */
  creator: Uint8Array | null
  /** The contract that created it; null if the transaction itself did. */
  factory: Uint8Array | null
}

/** The spam rating of a contract with its reasons. Unrated contracts have no row. */
type RatingRow = {
  chain: number
  address: Uint8Array
  /** 0 to 100: how likely it is spam. */
  score: number
  /** JSON list of `Reason`. */
  reasons: string
  rated_at: number
  /** When to rate it again; null for never. */
  due_at: number | null
}

/** A search word of a contract: lower-case UTF-8, truncated if long. */
type ContractWordRow = { chain: number; word: Uint8Array; address: Uint8Array }

export type EvmReadableTables = {
  evm_nft_metadata: NftMetadataRow
  evm_media: MediaRow
  evm_abis: AbiRow
  evm_proxies: ProxyRow
  evm_signatures: SignatureRow
  evm_ens_names: EnsNameRow
  evm_ratings: RatingRow
  evm_contract_words: ContractWordRow
  evm_contract_creations: ContractCreationRow
}

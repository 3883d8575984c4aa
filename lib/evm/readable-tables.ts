/*
 * Metadata beyond blocks: NFT documents and their images, contract ABIs, proxies, ratings of collections. It comes from
 * contracts, hosts and operators at a certain time. Times here are unix milliseconds, as the API returns them.
 */

/** One NFT's document. The row is created when the token is first seen or requested. */
export type NftMetadataRow = {
  /** Counted up: the search index refers to it, and a later document never has a lower one. */
  id: number
  chain: number
  token_address: Uint8Array
  /** See `tokenHash`. */
  token_hash: Uint8Array
  token_id: string
  /** As the contract said, NUL left out; null if it has none. */
  token_uri: string | null
  /** JSON text; null if none could be read. */
  metadata: string | null
  /** From the normalised document, for search. */
  name: string | null
  description: string | null
  /** JSON text of the normalised attributes; null without any. */
  attributes: string | null
  /** The URI of image, film or sound, as the document has it (a `data:` URI is kept as it is); null without one. */
  media_uri: string | null
  /** sha256 of `media_uri`: what `evm_media` is found by. */
  media_key: Uint8Array | null
  /** Block of minting where known, for the bounds of the search. */
  minted_block: number | null
  created_at: number
  updated_at: number
  /** When the contract was last called for the URI, and when the document was last read. */
  uri_synced_at: number | null
  metadata_synced_at: number | null
  /** When to ask (again); null when nothing is to be done. */
  due_at: number | null
  /** 1 if requested by a user or an API client: it takes precedence. */
  is_wanted: 0 | 1
  failures: number
  /** Why there is no document, in words for people. */
  error: string | null
}

/** The words of `media.status` in the interface. */
type MediaStatus =
  | 'success'
  | 'processing'
  | 'unsupported_media'
  | 'invalid_url'
  | 'host_unavailable'
  | 'temporarily_unavailable'

/** One image, film or sound, shared by every token that names it. */
type MediaRow = {
  /** sha256 of the URI. */
  media_key: Uint8Array
  uri: string
  status: MediaStatus
  category: 'image' | 'video' | 'audio' | null
  mimetype: string | null
  /** sha256 of the content: the folder that its previews are in, and `parent_hash` of the interface. */
  content_hash: Uint8Array | null
  /** Pixels of the content, where it is an image. */
  width: number | null
  height: number | null
  byte_count: number | null
  updated_at: number
  due_at: number | null
  failures: number
  error: string | null
}

/** The ABI of one contract; null if no verifier has it yet. */
export type AbiRow = {
  chain: number
  address: Uint8Array
  /** JSON text of the ABI; null if the contract is not verified. */
  abi: string | null
  /** `exact_match` or `match`, as the verifier says. */
  match: string | null
  checked_at: number
  /** When to ask again; null forever. */
  due_at: number | null
  failures: number
}

/** What an on-line service knows for a selector (4 bytes) or a topic (32); of every chain, so that `chain` is 0. */
type SignatureRow = {
  chain: number
  hash: Uint8Array
  /** One on each line; empty if the service knows none. */
  signatures: string
  /** When to ask again, in milliseconds since 1970; null forever. */
  due_at: number | null
}

/** The primary ENS name of an address, or that it has none. `chain` is the one that it was read on. */
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

/** What a proxy forwarded to at some block: a known point. Between two equal points it is taken to be the same. */
type ProxyRow = {
  chain: number
  address: Uint8Array
  block_number: number
  /** `none` if it is not a proxy. */
  kind: string
  /** 20 bytes each, one after the other: a diamond has several. */
  implementations: Uint8Array
}

/** What is thought of a contract, and why. Absent: nothing is. */
type RatingRow = {
  chain: number
  address: Uint8Array
  /** 0 to 100: how likely it is spam. */
  score: number
  /** JSON list of `Reason`. */
  reasons: string
  rated_at: number
  /** When to look again; null for never. */
  due_at: number | null
}

/** Something that a contract may be found by: lower-case UTF-8, the beginning of it where it is long. */
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
}

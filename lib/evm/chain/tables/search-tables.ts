/** The search entry of one document of `evm_nft_metadata`; its words are in `evm_nft_words`, a full-text table. */
export type NftTextRow = {
  /** The id in `evm_nft_metadata`. */
  id: number
  chain: number
  /**
   * Increased with every write; the value of the write that last changed the name's words, which decide the rank in a
   * search.
   */
  named_at: number
  token_address: Uint8Array
  token_hash: Uint8Array
  /** See `DocumentText`. */
  name_digest: Uint8Array
  digest: Uint8Array
}

export type EvmSearchTables = { evm_nft_texts: NftTextRow }

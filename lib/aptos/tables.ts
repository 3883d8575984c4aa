/**
 * Blocks that a node has answered with, kept because no Aptos block ever changes. A cache: every row may be lost.
 * `header` is the block without its transactions, as JSON; `transactions` is null where only the header was asked for.
 */
export type AptosBlockCacheTable = {
  /** 1 mainnet, 2 testnet, as the node says. */
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

export type AptosTables = { aptos_block_cache: AptosBlockCacheTable }

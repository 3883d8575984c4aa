/**
 * What a node reported of running a transaction again, cached at the first request; valid only for that block hash. `kind` is
 * `calls` or `state`.
 */
export type ReplayRow = {
  chain: number
  block_number: number
  transaction_index: number
  kind: string
  size_bytes: number
  /** Unix seconds, rounded to the hour: the least recently read are evicted first. */
  used_at: number
  block_hash: Uint8Array
  /** JSON, compressed with deflate. */
  content: Uint8Array
}

export type EvmReplayTables = { evm_replays: ReplayRow }

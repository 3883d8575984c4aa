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

/** Calldata that is too long for a URL, kept so that a simulation with it can be shared. `hash` is its SHA-256. */
type KeptCalldataRow = {
  chain: number
  hash: Uint8Array
  size_bytes: number
  /** Unix seconds, rounded to the hour: the least recently read are evicted first. */
  used_at: number
  content: Uint8Array
}

export type EvmReplayTables = { evm_replays: ReplayRow; evm_kept_calldata: KeptCalldataRow }

import type { DoubtfulRow } from '#lib/indexing/doubtful-blocks.ts'
import type { EvmBodyTables } from './body-tables.ts'
import type { Erc20BalanceTables } from './erc20-balance-tables.ts'
import type { EvmInternalTransferTables } from './internal-transfer-tables.ts'
import type { EvmReadableTables } from './readable-tables.ts'
import type { EvmTokenTables } from './token-tables.ts'
import type { EvmTransferSideTables } from './transfer-side-tables.ts'
import type { EvmVerifiedTables } from './verified-tables.ts'

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

type EvmReplayTables = { evm_replays: ReplayRow; evm_kept_calldata: KeptCalldataRow }

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

type EvmSearchTables = { evm_nft_texts: NftTextRow }

/*
 * The EVM tables. `chain` (EIP-155 id) is the first column of every key, so that one database can contain many chains and be split by chain.
 *
 * Addresses, hashes and call data are bytes. Times are unix seconds. Amounts, gas and nonces are decimal text: that is
 * their form on the wire, so a page needs no conversion, and a typical one is shorter than 32 bytes of a big-endian
 * uint256 (`1000000000000000000` has 19). They are never compared or summed in SQL.
 */

/** How current a chain's index is. Every change of the chain writes this row first: its lock serialises writers. */
export type ChainRow = {
  chain: number
  /** The block at which following began, if it began at the head; it continues there after a restart. */
  followed_from: number | null
  /** Up to here no stored block is reverted: the finalized block of the head that came with the newest blocks. */
  final_block: number | null
  /** The node's newest block, and its newest final block, at the last poll. */
  head_latest: number | null
  head_finalized: number | null
  /** When the node last answered or failed. */
  checked_at: number | null
  /** Why indexing has stopped, for the operator; null while it works. */
  error: string | null
  /** Why configured nodes are not used, one sentence per line; null if all are. */
  refused_nodes: string | null
  notices: string | null
  /** Why internal transfers are missing, for the operator; null if none are missing, or if they are not indexed. */
  traces_error: string | null
}

/** Blocks first..last are stored without gap and each is the parent of the next. Intervals of a chain never overlap. */
type IntervalRow = { chain: number; first_block: number; last_block: number }

export type BlockRow = {
  chain: number
  number: number
  timestamp: number
  transaction_count: number
  log_count: number
  size: number | null
  hash: Uint8Array
  parent_hash: Uint8Array
  miner: Uint8Array
  gas_used: string
  /** Empty: none, see `readGasLimit`. */
  gas_limit: string
  base_fee_per_gas: string | null
  /** The results of recomputing it when it was indexed, see `storedChecks`; null if it was not recomputed. */
  checks: number | null
}

export type TransactionRow = {
  chain: number
  block_number: number
  transaction_index: number
  type: number
  /** 1 or 0; null before Byzantium. */
  status: number | null
  hash: Uint8Array
  from_address: Uint8Array
  /** Null on contract creation. */
  to_address: Uint8Array | null
  contract_address: Uint8Array | null
  /** The state root that receipts before Byzantium have instead of a status. */
  root: Uint8Array | null
  nonce: string
  value: string
  gas: string
  gas_price: string
  gas_used: string
  cumulative_gas_used: string
  input: Uint8Array
}

export type LogRow = {
  chain: number
  block_number: number
  transaction_index: number
  log_index: number
  address: Uint8Array
  topic0: Uint8Array | null
  topic1: Uint8Array | null
  topic2: Uint8Array | null
  topic3: Uint8Array | null
  data: Uint8Array
}

/**
 * The position of a transaction by eight bytes of its hash. Once in 2^64 pairs there are several; the transaction's own
 * row decides.
 */
export type TransactionHashRow = {
  chain: number
  hash_prefix: Uint8Array
  block_number: number
  transaction_index: number
}

/** One row for each address involved in a transaction: sender, receiver, created contract; each address once. */
export type WalletTransactionRow = {
  chain: number
  address: Uint8Array
  block_number: number
  transaction_index: number
}

/**
 * Sums of one UTC day. `day` is the unix time in seconds divided by 86,400. Only here, gas is a number: no chain uses
 * the 10^11 gas per second that a daily sum of 2^53 would take.
 */
type DaySums = { day: number; transaction_count: number; block_count: number; gas_used: number }

/** A day of the chain: the sums of its stored blocks. */
export type DayRow = { chain: number } & DaySums

/**
 * A day of one address: the transactions of `evm_wallet_transactions`, the blocks they are in, the gas they used, and how many
 * of them the address itself sent.
 */
export type WalletDayRow = { chain: number; address: Uint8Array; sent_count: number } & DaySums

/** The trace of one transaction by a node, cached at the first request; valid only for that block hash. */
type InternalCallsRow = {
  chain: number
  block_number: number
  transaction_index: number
  size_bytes: number
  /** Unix seconds, rounded to the hour: the least recently read are evicted first. */
  used_at: number
  block_hash: Uint8Array
  /** JSON text, see `StoredInternalCall`. */
  calls: string
}

/** How far the stored logs of a chain are decoded with the current decoder version; without a row, all of them are. */
export type DecodingRow = {
  chain: number
  /** The `decoderVersion` that every stored log was decoded with; lower while they are decoded again. */
  version: number
  /** Lowest block to decode again, the next one (from the newest down), and the newest; null if nothing is in progress. */
  first_block: number | null
  next_block: number | null
  last_block: number | null
  /** Transfers and approvals that were missing or wrong, and were replaced. */
  mended_rows: number
}

/** A contract (by its address) or a token (by its hash) whose metadata was read when this was about the newest block. */
type RecentAskRow = { chain: number; block_number: number; subject: Uint8Array }
export type EvmTables = EvmTokenTables &
  Erc20BalanceTables &
  EvmBodyTables &
  EvmInternalTransferTables &
  EvmReadableTables &
  EvmReplayTables &
  EvmVerifiedTables &
  EvmSearchTables &
  EvmTransferSideTables & {
    evm_chains: ChainRow
    evm_intervals: IntervalRow
    evm_blocks: BlockRow
    evm_doubtful_blocks: DoubtfulRow
    evm_transactions: TransactionRow
    evm_logs: LogRow
    evm_transaction_hashes: TransactionHashRow
    evm_wallet_transactions: WalletTransactionRow
    evm_days: DayRow
    evm_wallet_days: WalletDayRow
    evm_internal_calls: InternalCallsRow
    evm_decodings: DecodingRow
    evm_recent_asks: RecentAskRow
  }

/*
 * Data derived from logs: token transfers, approvals, NFTs with their owners, contracts, and the histories of single contracts. Formats are those of tables.ts: bytes, decimal text, unix seconds.
 *
 * A position is (block_number, log_index, batch_index): the log index counts within the block, so it also gives the order of
 * transactions; `batch_index` counts from 0 within one log that moves several tokens. Higher positions are newer.
 */

/**
 * The token standard of a contract. An ERC404 contract is both: its NFTs have ERC721 rows and its units ERC20 rows, and the form
 * of each event says which.
 */
export type ContractKind = 'ERC20' | 'ERC721' | 'ERC404' | 'ERC1155'

/** Order of the kinds: the highest one wins if a contract behaves as several. */
const kindRanks = { ERC20: 1, ERC721: 2, ERC404: 3, ERC1155: 4 } as const satisfies Record<ContractKind, number>

export const isHigherKind = (kind: ContractKind | null, other: ContractKind | null): boolean =>
  kind !== null && (other === null || kindRanks[kind] > kindRanks[other])

/** The standard of one NFT: 0 for contracts older than both (CryptoPunks), which behave as ERC721. */
export type NftStandard = 0 | 721 | 1155

/** One NFT moved by one log. Mints are from the zero address, burns to it. */
export type NftTransferRow = {
  chain: number
  block_number: number
  log_index: number
  batch_index: number
  transaction_index: number
  standard: NftStandard
  /** 1 for the items of TransferBatch and ConsecutiveTransfer. */
  is_batch: 0 | 1
  token_address: Uint8Array
  /** See `tokenHash`: 16 bytes that identify contract and token id. */
  token_hash: Uint8Array
  from_address: Uint8Array
  to_address: Uint8Array
  /** Only for ERC1155. */
  operator: Uint8Array | null
  transaction_hash: Uint8Array
  token_id: string
  amount: string
  /** Native value of the whole transaction; null if only its logs were read. */
  transaction_value: string | null
}

/** One ERC20 transfer; deposits of wrapped ether are from the zero address, withdrawals to it. */
export type Erc20TransferRow = {
  chain: number
  block_number: number
  log_index: number
  transaction_index: number
  token_address: Uint8Array
  from_address: Uint8Array
  to_address: Uint8Array
  transaction_hash: Uint8Array
  value: string
}

/** One ERC20 approval: `from_address` is the owner, `to_address` the spender. */
export type Erc20ApprovalRow = Erc20TransferRow

/**
 * One NFT: when it was minted, and its owner, except for ERC1155. Rows may arrive in any order: the transfer with the
 * highest position determines the owner, the lowest one from the zero address the mint.
 */
export type NftTokenRow = {
  chain: number
  token_address: Uint8Array
  token_hash: Uint8Array
  token_id: string
  /** 1155 once an ERC1155 transfer of it was seen: from then on only balances determine its owners. */
  standard: NftStandard
  /** Null for ERC1155, and while burned. */
  owner: Uint8Array | null
  /**
   * For ERC1155 tokens, minted minus burned in the known ERC1155 transfers, which may be negative. For others 1 or 0,
   * by the newest transfer.
   */
  supply: string
  /** The lowest block of any transfer of it. */
  first_block: number
  minted_block: number | null
  minted_log: number | null
  minted_batch: number | null
  /** Receiver of the first mint. */
  minter: Uint8Array | null
  minted_transaction: Uint8Array | null
  /** Position of the newest transfer. */
  changed_block: number
  changed_log: number
  changed_batch: number
}

/**
 * The amount of an ERC1155 token that an address holds, according to its transfers. A zero row is kept: the position of
 * its newest transfer must be known when older transfers arrive.
 */
export type NftBalanceRow = {
  chain: number
  token_address: Uint8Array
  token_hash: Uint8Array
  token_id: string
  owner: Uint8Array
  /** Received minus sent in known transfers: negative if older ones are not indexed. Never for the zero address. */
  amount: string
  /** 1 while the amount is positive: only these are shown. */
  is_held: 0 | 1
  /** Position of the newest transfer from or to the owner. */
  changed_block: number
  changed_log: number
  changed_batch: number
}

/** A contract that emitted a token event, with its metadata. */
export type ContractRow = {
  chain: number
  address: Uint8Array
  /** By its events, and by ERC165 once it responded. Null if it is none of the three. */
  kind: ContractKind | null
  name: string | null
  symbol: string | null
  /** 0 to 255. */
  decimals: number | null
  /**
   * Unix seconds after which the contract's metadata is fetched; 0 before the first attempt, null once it responded.
   */
  ask_at: number | null
  /** Failed attempts since the last success. */
  failures: number
  /** Which events are only partly stored, as text for users; null if all are stored. */
  note: string | null
  /** Unix seconds at which it last responded; null if that was not kept, or it never did. */
  read_at: number | null
}

/** Hash and time of a block of which only some logs were read; blocks of `evm_blocks` need none. */
export type HeaderRow = { chain: number; number: number; timestamp: number; hash: Uint8Array }

/** Whether a history was verified against the chain's state; `failed` keeps the reason. */
type HistoryCheckState = 'pending' | 'passed' | 'failed'

/** Why a history could not be verified, see `checkReasonText`. */
export type HistoryCheckReason = 'no_state' | 'no_answers' | 'state_differs' | 'events_missing'

/** The check of a history whose blocks have all been read. */
export type HistoryCheckColumns = {
  check_state: HistoryCheckState
  /** Null unless the check failed. */
  check_reason: HistoryCheckReason | null
  /** The block whose state was checked; null before the first check. */
  check_block: number | null
  /** Unix seconds of the verdict. */
  checked_at: number | null
  /** The next step of an unfinished check (see `checkSteps`), and its block; null at the start. */
  check_step: number | null
  check_place: number | null
}

/** A contract with a backfill of its full history, started by a request. */
export type HistoryRow = HistoryCheckColumns & {
  chain: number
  address: Uint8Array
  requested_at: number
  started_at: number | null
  /** When all blocks up to `target_block` had been read; null before. Only `check_state` says whether nothing is missing. */
  synced_at: number | null
  /** Its deployment, or the lowest block that can contain a log of it. */
  first_block: number | null
  /** The finalized block at which the history ends. */
  target_block: number | null
  /** Rows written by this history: transfers and approvals. */
  row_count: number
  /** Speed over about the last minute. */
  rows_per_second: number | null
  blocks_per_second: number | null
  /** Why it has stopped, in words without secrets. */
  error: string | null
  /** Why it is not indexed further: too large for on-demand indexing, or not a contract. Null otherwise. */
  outcome: 'too_large' | 'no_contract' | null
  /** The `decoderVersion` that its rows were decoded with; one below `backfillVersionMin` covers nothing. */
  decoder_version: number
}

/** Blocks whose token events of the contract are all stored, in addition to `evm_intervals`. Never overlapping. */
type HistoryIntervalRow = { chain: number; address: Uint8Array; first_block: number; last_block: number }

/** A contract with stored NFT transfers. All columns but `first_block` are sums over what is stored. */
export type NftCollectionRow = {
  chain: number
  /** Of its first stored transfer. */
  first_block: number
  transfers: number
  /** NFTs that are not burned. */
  tokens: number
  /** Addresses that own at least one of them. */
  owners: number
  token_address: Uint8Array
}

/** The number of NFTs of a contract that an address owns; of ERC1155 tokens, each counts once whatever the amount. Never zero. */
type NftHolderRow = { chain: number; tokens: number; token_address: Uint8Array; owner: Uint8Array }

type NftCollectionDayRow = {
  chain: number
  /** Days since 1970, UTC. */
  day: number
  transfers: number
  token_address: Uint8Array
}

export type EvmTokenTables = {
  evm_nft_transfers: NftTransferRow
  evm_erc20_transfers: Erc20TransferRow
  evm_erc20_approvals: Erc20ApprovalRow
  evm_nft_tokens: NftTokenRow
  evm_nft_balances: NftBalanceRow
  evm_nft_collections: NftCollectionRow
  evm_nft_holders: NftHolderRow
  evm_nft_collection_days: NftCollectionDayRow
  evm_contracts: ContractRow
  evm_headers: HeaderRow
  evm_histories: HistoryRow
  evm_history_intervals: HistoryIntervalRow
}

import type { Hex } from '#lib/base/hex.ts'
import type { MeasuredGas } from '#lib/evm/api/records/gas.ts'
import type { BytecodeFacts } from '#lib/evm/bytecode/read-bytecode.ts'
import type { MinedTransaction } from '#lib/evm/chain/rpc/reading/sent-transaction.ts'
import type { Mempool, WaitingTransaction } from '#lib/evm/chain/rpc/state/mempool-list.ts'
import { createStateCache, type StateCache } from './state-cache.ts'

export type Holding = {
  address: Hex
  balance: bigint
  /** The block of the holder's newest indexed transfer of it; null without one. */
  newestBlock: number | null
}

/** The ERC20 tokens of an address after a block. */
export type Holdings = {
  /** Balances above zero. */
  held: readonly Holding[]
  /** Tokens of its transfers that it no longer holds. */
  zeroCount: number
  /** Tokens of its transfers whose contract returned no balance. */
  refusedCount: number
  /** Tokens for which no node answered in time: the list may be incomplete. */
  failedCount: number
  /** Tokens whose balance was requested. */
  askedCount: number
  /** Tokens among them from its indexed transfers. */
  transferredCount: number
  /** False if it has more transfers or tokens than were read. */
  isWhole: boolean
}

/** The amount that a spender can still spend of a token after a block. */
export type LiveApproval = {
  token: Hex
  spender: Hex
  /** The amount of the newest indexed approval; spending reduces the allowance. */
  approved: bigint
  allowance: bigint
  /** Null if the contract returned no balance. */
  balance: bigint | null
  /** The newest indexed approval. */
  blockNumber: number
  logIndex: number
}

export type LiveApprovals = {
  approvals: readonly LiveApproval[]
  /** False if the wallet has more approvals than were read. */
  isWhole: boolean
  /** Allowances for which no node answered in time. */
  failedCount: number
}

/** An NFT, or a whole collection, that an operator can move after a block. */
export type LiveNftApproval = {
  token: Hex
  spender: Hex
  /** Null for a whole collection. */
  tokenId: string | null
  /** The newest indexed approval. */
  blockNumber: number
  transactionIndex: number
  logIndex: number
}

export type LiveNftApprovals = {
  approvals: readonly LiveNftApproval[]
  /** False if the wallet has more approvals than were read. */
  isWhole: boolean
  /** Approvals for which no node answered in time. */
  failedCount: number
}

/** The native balance of an address after several blocks, newest first. */
export type NativeBalances = {
  /** It may have changed between them. */
  is_sampled: boolean
  /** Why balances are sampled or missing. */
  note: string | null
  points: readonly { block: number; timestamp: number; balance: bigint }[]
}

/** The values that an ERC20 contract reports, compared with the sums of its transfers. */
export type TokenCheck = { totalSupply: bigint | null; compared: number; different: number }

/** The kind of an account by its code; see `proxyCode` for delegates. */
export type AccountCode = {
  /** 0 for an account without code. */
  bytes: number
  /** The contract whose code the account runs, by EIP-7702. */
  delegate: Hex | null
  /** How it is known to be a smart account. */
  account: 'eip7702' | 'erc4337' | 'safe' | null
  /** Its part in operations of ERC-4337. */
  operationRole: 'account' | 'paymaster' | 'factory' | null
}

/** The code of a contract after a block. */
export type ReadCode = { address: Hex; bytes: number; hash: Hex; facts: BytecodeFacts }

/** What a contract and its nodes say about it after a block. */
export type ContractState = {
  /** Its own code, then that of the contracts it forwards to. */
  codes: readonly ReadCode[]
  standards: readonly { name: string; title: string; source: 'erc165' | 'functions' }[]
  roles: readonly { role: string; address: Hex; source: string }[]
  /** It has roles whose members it does not list. */
  hasUnlistedRoles: boolean
  isPaused: boolean | undefined
}

/** What a mempool's transactions pay, best first. */
export type RankedMempool = Omit<Mempool, 'transactions'> & {
  baseFee: bigint | null
  /** Milliseconds since 1970. */
  readAt: number
  /** `tip` is what the builder of a block gets per gas; null if the base fee is higher than what the sender pays. */
  transactions: readonly (WaitingTransaction & { tip: bigint | null })[]
}

/** What a token says of itself. */
export type TokenWords = { name: string | null; symbol: string | null; decimals: number | null }

/** Cached reads of the state after a block, shared by all visitors of a process. */
export type StateReads = {
  /** Native balances, see `stateKey`. */
  balances: StateCache<bigint>
  nonces: StateCache<bigint>
  /** Those of all accounts of a small chain, by its block; highest first. */
  rankings: StateCache<readonly { address: Hex; balance: bigint }[]>
  holdings: StateCache<Holdings>
  approvals: StateCache<LiveApprovals>
  nftApprovals: StateCache<LiveNftApprovals>
  /** By the newest block and the blocks that are indexed; undefined if no node returned balances. */
  nativeHistories: StateCache<NativeBalances | undefined>
  tokenChecks: StateCache<TokenCheck>
  codes: StateCache<AccountCode>
  /** Where delegated accounts send what they receive. */
  forwards: StateCache<Hex | undefined>
  contracts: StateCache<ContractState>
  /** The transactions that wait for a block, by chain and some seconds. */
  mempools: StateCache<RankedMempool | undefined>
  /** What was paid for gas up to a block. */
  gas: StateCache<MeasuredGas>
  /** What transactions were sent with, by chain and hash. */
  sent: StateCache<MinedTransaction | undefined>
  /** Of tokens outside the index, by chain, address and hour. */
  words: StateCache<TokenWords>
}

/** About 200 bytes each. */
const balancesMax = 20_000
/** Tokens of all kept addresses: some 150 bytes each. */
const holdingsMax = 100_000
const approvalsMax = 50_000
const nativeHistoriesMax = 2_000
const tokenChecksMax = 2_000
const codesMax = 20_000
/** A few kilobytes each. */
const contractsMax = 2_000
/** Entries of their lists, about 200 bytes each. */
const sentMax = 20_000
/** Bytes of all kept mempools: some 600 for each transaction, and its input. */
const mempoolsMax = 16_000_000
/** A few kilobytes for each chain; older ones are never read again. */
const gasMax = 200
/** About 300 bytes each. */
const wordsMax = 20_000
const timeoutMs = 10_000

export const createStateReads = (): StateReads => ({
  balances: createStateCache({ weightMax: balancesMax, timeoutMs }),
  nonces: createStateCache({ weightMax: balancesMax, timeoutMs }),
  rankings: createStateCache({ weightMax: balancesMax, weightOf: ({ length }) => 1 + length, timeoutMs }),
  holdings: createStateCache({
    weightMax: holdingsMax,
    weightOf: ({ held }) => 1 + held.length,
    isKept: ({ failedCount }) => failedCount === 0,
    timeoutMs,
  }),
  approvals: createStateCache({
    weightMax: approvalsMax,
    weightOf: ({ approvals }) => 1 + approvals.length,
    isKept: ({ failedCount }) => failedCount === 0,
    timeoutMs,
  }),
  nftApprovals: createStateCache({
    weightMax: approvalsMax,
    weightOf: ({ approvals }) => 1 + approvals.length,
    isKept: ({ failedCount }) => failedCount === 0,
    timeoutMs,
  }),
  nativeHistories: createStateCache({
    weightMax: nativeHistoriesMax,
    isKept: (found) => found !== undefined,
    timeoutMs,
  }),
  tokenChecks: createStateCache({ weightMax: tokenChecksMax, timeoutMs }),
  codes: createStateCache({ weightMax: codesMax, timeoutMs }),
  forwards: createStateCache({ weightMax: codesMax, timeoutMs }),
  contracts: createStateCache({ weightMax: contractsMax, timeoutMs }),
  mempools: createStateCache({
    weightMax: mempoolsMax,
    weightOf: (mempool) => (mempool?.transactions ?? []).reduce((sum, { input }) => sum + 600 + input.length, 600),
    timeoutMs,
  }),
  gas: createStateCache({ weightMax: gasMax, timeoutMs }),
  sent: createStateCache({ weightMax: sentMax, weightOf: sentWeight, timeoutMs }),
  words: createStateCache({ weightMax: wordsMax, timeoutMs }),
})

const sentWeight = (found: MinedTransaction | undefined): number =>
  (found?.sent.accessList ?? []).reduce((sum, { storageKeys }) => sum + 1 + storageKeys.length, 1) +
  (found?.sent.authorizationList?.length ?? 0) +
  (found?.sent.blobVersionedHashes?.length ?? 0)

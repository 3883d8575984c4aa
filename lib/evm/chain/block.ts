import type { Hex } from '#lib/base/hex.ts'

import type { CheckOutcomes } from '#lib/evm/api/block-checks.ts'
import type { BlockLink } from '#lib/indexing/chain.ts'

/** 0x and lower-case hex digits. */

/** One log of a receipt. `logIndex` counts within the block. */
export type EvmLog = { logIndex: number; address: Hex; topics: readonly Hex[]; data: Hex }

/** A transaction with its receipt, as reported by the node; amounts in wei, gas in units. */
export type EvmTransaction = {
  hash: Hex
  /** Position in the block, from 0. */
  index: number
  /** EIP-2718 type; 0 for legacy ones. */
  type: number
  nonce: bigint
  from: Hex
  /** Null on contract creation. */
  to: Hex | null
  value: bigint
  gas: bigint
  /** The price paid per gas: the effective price of EIP-1559 transactions. */
  gasPrice: bigint
  input: Hex
  /** Null before Byzantium (EIP-658), which has `root` instead. */
  status: 0 | 1 | null
  root: Hex | null
  gasUsed: bigint
  cumulativeGasUsed: bigint
  contractAddress: Hex | null
  logs: readonly EvmLog[]
  /** Omitted without blobs. */
  blobs?: EvmBlobs
}

/** The blobs of a transaction, by EIP-4844: 131,072 gas each, at a price of their own. */
export type EvmBlobs = {
  versionedHashes: readonly Hex[]
  maxFeePerGas: bigint
  /** The price paid; null if the node does not report it. */
  gasPrice: bigint | null
}

/** A payment to a validator, by EIP-4895. Indexes and amounts are below 2^64; amounts are in Gwei. */
export type EvmWithdrawal = { index: bigint; validatorIndex: bigint; address: Hex; amount: bigint }

/** What the body of a block has besides transactions. Most blocks have nothing of it. */
export type EvmBlockBody = { withdrawals: readonly EvmWithdrawal[]; uncles: readonly Hex[] }

/** A block with its transactions, receipts and logs. `timestamp` is in unix seconds. */
export type EvmBlock = BlockLink & {
  number: number
  hash: Hex
  parentHash: Hex
  timestamp: number
  miner: Hex
  gasUsed: bigint
  /** Null for blocks of chains without one (Celo before its Gingerbread fork). */
  gasLimit: bigint | null
  baseFeePerGas: bigint | null
  /** Bytes; null if the node does not report it. */
  size: number | null
  transactions: readonly EvmTransaction[]
  /** Omitted if the node reports it in a form that is not known here. */
  body?: EvmBlockBody
  /** The result of its checks; omitted without checks. */
  checks?: CheckOutcomes
}

/** Calls that run code of another address with the value of the enclosing call, or with none: they move no coin. */
export const kindsWithoutValue: ReadonlySet<string> = new Set([
  'DELEGATECALL',
  'CALLCODE',
  'STATICCALL',
  'EXTDELEGATECALL',
  'EXTSTATICCALL',
])

export const isCreation = (kind: string): boolean => kind.startsWith('CREATE') || kind === 'EOFCREATE'

/** Whether a call below a transaction's own is an internal transaction: it has a value, creates a contract or destroys one. */
export const isInternalTransaction = (kind: string, value: bigint): boolean =>
  isCreation(kind) || kind === 'SELFDESTRUCT' || (value > 0n && !kindsWithoutValue.has(kind))

/** One call below a transaction's own, in execution order (pre-order). */
export type EvmInternalCall = {
  /** Upper case: CALL, STATICCALL, DELEGATECALL, CALLCODE, CREATE, CREATE2, SELFDESTRUCT. */
  type: string
  from: Hex
  /** The created address for CREATE and CREATE2. */
  to: Hex | null
  value: bigint
  gas: bigint
  gasUsed: bigint
  input: Hex
  output: Hex
  /** 1 for calls made by the transaction's own call, 2 below these, … */
  depth: number
  /** The node's error text if this call itself failed. */
  error: string | null
  /**
   * It or a call above it failed: it had no effect and moved no value. Neither do DELEGATECALL, whose value is that of
   * the enclosing call, CALLCODE, which keeps it, and STATICCALL.
   */
  isUndone: boolean
}

import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmInternalCall, EvmTransaction } from '#lib/evm/chain/block.ts'
import type { NodeLog, SentTransaction } from '#lib/evm/chain/rpc/parse.ts'
import type { BlockExtras } from '#lib/evm/chain/rpc/reading/block-extras.ts'
import type { RawBlock } from '#lib/evm/chain/rpc/reading/raw-block.ts'
import type { MinedTransaction } from '#lib/evm/chain/rpc/reading/sent-transaction.ts'
import type { CallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import type { SimulatedTransaction, Simulation } from '#lib/evm/chain/rpc/replay/simulation.ts'
import type { PlaceInBlock } from '#lib/evm/chain/rpc/replay/simulation-in-block.ts'
import type { AccountChange } from '#lib/evm/chain/rpc/replay/state-diff.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { NextFees } from '#lib/evm/chain/rpc/state/fee-history.ts'
import type { Mempool, SenderNonces } from '#lib/evm/chain/rpc/state/mempool-list.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { RunOutcome, SimulatedCall } from '#lib/evm/chain/rpc/state/run-calls.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'

export type FoundTransaction = {
  transaction: EvmTransaction
  block: Pick<EvmBlock, 'number' | 'hash' | 'timestamp'>
}

/**
 * Node requests of queries when the index has no data. Each part may be missing. They reject with a `ServiceError` if
 * the node fails, does not support it, or none is configured for the chain.
 */
export type EvmNodeAccess = {
  /** The calls below a transaction's own, in execution order. `not_available` if the node keeps no traces. */
  internalCalls?: (
    chain: ServedChain,
    transactionHash: Hex,
    signal?: AbortSignal,
  ) => Promise<readonly EvmInternalCall[]>
  /** Every call of a transaction, its own included. `not_available` if the node keeps no traces. */
  callTree?: (chain: ServedChain, transactionHash: Hex, signal?: AbortSignal) => Promise<CallTree>
  /** What a transaction changed of each account. `not_available` where the node does not report it. */
  stateDiff?: (chain: ServedChain, transactionHash: Hex, signal?: AbortSignal) => Promise<AccountChange[]>
  /** What a transaction that is not sent would do after a block. */
  simulate?: (
    chain: ServedChain,
    transaction: SimulatedTransaction,
    block: StateBlock,
    signal?: AbortSignal,
  ) => Promise<Simulation>
  /** What it would change of each account. `not_available` where the node does not report it. */
  simulateState?: (
    chain: ServedChain,
    transaction: SimulatedTransaction,
    block: StateBlock,
    signal?: AbortSignal,
  ) => Promise<AccountChange[]>
  /** What it would do before a transaction of a block; undefined if the node runs transactions after blocks only. */
  simulateInBlock?: (
    chain: ServedChain,
    transaction: SimulatedTransaction,
    place: PlaceInBlock,
    signal?: AbortSignal,
  ) => Promise<Simulation | undefined>
  /** What it would change of each account there. */
  simulateStateInBlock?: (
    chain: ServedChain,
    transaction: SimulatedTransaction,
    place: PlaceInBlock,
    signal?: AbortSignal,
  ) => Promise<AccountChange[] | undefined>
  /** The fees of the next block. */
  nextFees?: (chain: ServedChain, signal?: AbortSignal) => Promise<NextFees>
  /** What a header has besides what the index stores; undefined if the node has a different block, or none. */
  blockExtras?: (
    chain: ServedChain,
    block: { number: number; hash: Hex },
    signal?: AbortSignal,
  ) => Promise<BlockExtras | undefined>
  /** What a mined transaction was sent with; undefined if the node does not know it. */
  sentTransaction?: (
    chain: ServedChain,
    transactionHash: Hex,
    signal?: AbortSignal,
  ) => Promise<MinedTransaction | undefined>
  /** A transaction of a block that is not indexed; undefined if the node does not know it, or only as pending. */
  findTransaction?: (
    chain: ServedChain,
    transactionHash: Hex,
    signal?: AbortSignal,
  ) => Promise<FoundTransaction | undefined>
  /** A transaction in a block or in a mempool; undefined if no node knows it. */
  mempoolTransaction?: (
    chain: ServedChain,
    transactionHash: Hex,
    signal?: AbortSignal,
  ) => Promise<SentTransaction | undefined>
  /** The transactions that wait for a block; undefined if no node lists them. */
  mempool?: (chain: ServedChain, signal?: AbortSignal) => Promise<Mempool | undefined>
  /** The nonces of a sender's next transactions. */
  senderNonces?: (chain: ServedChain, address: Hex, signal?: AbortSignal) => Promise<SenderNonces>
  /** A block that is not indexed. */
  findBlock?: (chain: ServedChain, numberOrHash: number | Hex, signal?: AbortSignal) => Promise<EvmBlock | undefined>
  /** A raw block, indexed or not; undefined if the node does not have it. */
  rawBlock?: (chain: ServedChain, number: number, signal?: AbortSignal) => Promise<RawBlock | undefined>
  /** Only the header of a block; undefined if the node does not have it. */
  header?: (
    chain: ServedChain,
    number: number,
    signal?: AbortSignal,
  ) => Promise<Pick<EvmBlock, 'number' | 'hash' | 'parentHash' | 'timestamp'> | undefined>
  /** The native balance of an address after a block, in the coin's smallest unit. */
  balance?: (chain: ServedChain, address: Hex, block: StateBlock, signal?: AbortSignal) => Promise<bigint>
  /** The nonce of an address after a block. */
  nonce?: (chain: ServedChain, address: Hex, block: StateBlock, signal?: AbortSignal) => Promise<bigint>
  /** The native balances of addresses after a block, in their order. */
  balancesOf?: (
    chain: ServedChain,
    addresses: readonly Hex[],
    block: StateBlock,
    signal?: AbortSignal,
  ) => Promise<bigint[]>
  /** The native balances of an address after at most 25 blocks, null if the node does not keep their state. */
  balancesAt?: (
    chain: ServedChain,
    address: Hex,
    blocks: readonly StateBlock[],
    signal?: AbortSignal,
  ) => Promise<(bigint | null)[]>
  /** The code of an address after a block, as hex; `0x` without one. */
  code?: (chain: ServedChain, address: Hex, block: StateBlock, signal?: AbortSignal) => Promise<string>
  /** Logs of a range of blocks, in ascending order. */
  findLogs?: (
    chain: ServedChain,
    query: { address: Hex | undefined; topics: readonly (Hex | null)[]; from: number; to: number },
    signal?: AbortSignal,
  ) => Promise<readonly NodeLog[]>
  /** Calls as visitors ask for them, after a block, with what came of each. */
  runCalls?: (
    chain: ServedChain,
    calls: readonly SimulatedCall[],
    block: StateBlock,
    signal?: AbortSignal,
  ) => Promise<RunOutcome[]>
  /** Words of a contract's storage after a block, in the order of the slots. */
  storage?: (
    chain: ServedChain,
    address: Hex,
    slots: readonly Hex[],
    block: StateBlock,
    signal?: AbortSignal,
  ) => Promise<Hex[]>
  /** Reads of contracts, hostile ones included, after a block; results in request order. */
  callContracts?: (
    chain: ServedChain,
    calls: readonly ContractCall[],
    block: StateBlock,
    signal?: AbortSignal,
  ) => Promise<CallAnswer[]>
}

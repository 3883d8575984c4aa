import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { type NodeLog, parseHeader, parseTransactionPlace } from '#lib/evm/chain/rpc/parse.ts'
import { readBlockExtras } from '#lib/evm/chain/rpc/reading/block-extras.ts'
import { getLogs } from '#lib/evm/chain/rpc/reading/logs.ts'
import { readRawBlock } from '#lib/evm/chain/rpc/reading/raw-block.ts'
import { blockReader, type EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { readSentTransaction } from '#lib/evm/chain/rpc/reading/sent-transaction.ts'
import { readCallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import { simulate, simulateState } from '#lib/evm/chain/rpc/replay/simulation.ts'
import { simulateInBlock, simulateStateInBlock } from '#lib/evm/chain/rpc/replay/simulation-in-block.ts'
import { readStateDiff } from '#lib/evm/chain/rpc/replay/state-diff.ts'
import { readBalance, readCode, readNonce } from '#lib/evm/chain/rpc/state/account-state.ts'
import { readBalancesAt, readBalancesOf } from '#lib/evm/chain/rpc/state/balances-at.ts'
import { callContracts } from '#lib/evm/chain/rpc/state/calls.ts'
import { readNextFees } from '#lib/evm/chain/rpc/state/fee-history.ts'
import { readMempool, readMempoolTransaction, readSenderNonces } from '#lib/evm/chain/rpc/state/mempool-list.ts'
import { runCalls } from '#lib/evm/chain/rpc/state/run-calls.ts'
import { readStorage } from '#lib/evm/chain/rpc/state/state-block.ts'
import { internalCalls } from '#lib/evm/chain/rpc/traces/traces.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'

type ReachableChain = { chain: string; pool: NodePool; reader: EvmReader }

/**
 * Reads from nodes what queries do not find in the index. A block is always read in full, so that it passes the same
 * checks as an indexed one.
 */
export const createNodeAccess = (chains: readonly ReachableChain[]): EvmNodeAccess => {
  const nodeOf = ({ name, title }: ServedChain): ReachableChain => {
    const reachable = chains.find(({ chain }) => chain === name)
    if (reachable) return reachable
    throw new ServiceError('chain_not_served', `No node of ${title} is configured.`)
  }

  return {
    internalCalls: (chain, transactionHash, signal) => internalCalls(nodeOf(chain).pool, transactionHash, signal),

    callTree: (chain, transactionHash, signal) => readCallTree(nodeOf(chain).pool, transactionHash, signal),

    stateDiff: (chain, transactionHash, signal) => readStateDiff(nodeOf(chain).pool, transactionHash, signal),

    simulate: (chain, transaction, block, signal) => simulate(nodeOf(chain).pool, transaction, block, signal),

    simulateState: (chain, transaction, block, signal) => simulateState(nodeOf(chain).pool, transaction, block, signal),

    simulateInBlock: (chain, transaction, place, signal) =>
      simulateInBlock(nodeOf(chain).pool, transaction, place, signal),

    simulateStateInBlock: (chain, transaction, place, signal) =>
      simulateStateInBlock(nodeOf(chain).pool, transaction, place, signal),

    nextFees: (chain, signal) => readNextFees(nodeOf(chain).pool, signal),

    blockExtras: (chain, block, signal) => readBlockExtras(nodeOf(chain).pool, block, signal),

    sentTransaction: (chain, transactionHash, signal) =>
      readSentTransaction(nodeOf(chain).pool, transactionHash, signal),

    findBlock: async (chain, numberOrHash, signal) => {
      const node = nodeOf(chain)
      if (typeof numberOrHash === 'number') return blockReader(node.reader)(numberOrHash, signal)
      const header = await node.pool.call('eth_getBlockByHash', [numberOrHash, false], { signal })
      if (header === null) return undefined
      const block = await blockReader(node.reader)(parseHeader(header).number, signal)
      // A block replaced by a fork: the node may keep it, but it is not part of the chain.
      return block?.hash === numberOrHash ? block : undefined
    },

    rawBlock: (chain, number, signal) => readRawBlock(nodeOf(chain).pool, number, signal),

    header: async (chain, number, signal) => {
      const options = { signal, minimumHead: number }
      const header = await nodeOf(chain).pool.call('eth_getBlockByNumber', [hexNumber(number), false], options)
      return header === null ? undefined : parseHeader(header)
    },

    balance: (chain, address, block, signal) => readBalance(nodeOf(chain).pool, address, block, { signal }),

    nonce: (chain, address, block, signal) => readNonce(nodeOf(chain).pool, address, block, { signal }),

    balancesOf: (chain, addresses, block, signal) => readBalancesOf(nodeOf(chain).pool, addresses, block, signal),

    balancesAt: (chain, address, blocks, signal) => readBalancesAt(nodeOf(chain).pool, address, blocks, signal),
    code: (chain, address, block, signal) => readCode(nodeOf(chain).pool, address, block, { signal }),

    findLogs: async (chain, { address, topics, from, to }, signal) => {
      const { pool, reader } = nodeOf(chain)
      const query = { ...(address && { addresses: [address] }), ...(topics.length > 0 && { topics }), from, to }
      const found: NodeLog[] = []
      for await (const part of getLogs(pool, query, { signal, blockAt: blockReader(reader) })) found.push(...part.logs)
      return found
    },

    runCalls: (chain, calls, block, signal) => runCalls(nodeOf(chain).pool, calls, block, signal),

    storage: (chain, address, slots, block, signal) =>
      readStorage(nodeOf(chain).pool, address, slots, { block, signal }),

    callContracts: (chain, calls, block, signal) => callContracts(nodeOf(chain).pool, calls, { block, signal }),

    mempoolTransaction: (chain, transactionHash, signal) =>
      readMempoolTransaction(nodeOf(chain).pool, transactionHash, signal),

    mempool: (chain, signal) => readMempool(nodeOf(chain).pool, signal),

    senderNonces: (chain, address, signal) => readSenderNonces(nodeOf(chain).pool, address, signal),

    findTransaction: async (chain, transactionHash: Hex, signal) => {
      const node = nodeOf(chain)
      const answer = await node.pool.call('eth_getTransactionByHash', [transactionHash], { signal })
      const blockNumber = answer === null ? null : parseTransactionPlace(answer)
      if (blockNumber === null) return undefined
      const block = await blockReader(node.reader)(blockNumber, signal)
      const transaction = block?.transactions.find(({ hash }) => hash === transactionHash)
      return block && transaction && { transaction, block }
    },
  }
}

import { ServiceError } from '#lib/api/errors.ts'
import { readBalance, readCode } from './node/account-state.ts'
import { readBalancesAt } from './node/balances-at.ts'
import type { EvmBlock, Hex } from './node/block.ts'
import { callContracts } from './node/calls.ts'
import { hexNumber } from './node/hex-number.ts'
import { parseHeader, parseTransactionPlace } from './node/parse.ts'
import type { NodePool } from './node/pool.ts'
import { readRawBlock } from './node/raw-block.ts'
import type { EvmReader } from './node/reader.ts'
import { internalCalls } from './node/traces.ts'
import type { EvmNodeAccess } from './queries/parts/node-access.ts'
import type { ServedChain } from './served.ts'

type ReachableChain = { chain: string; pool: NodePool; reader: EvmReader }

/**
 * What queries ask of the nodes when the index has no answer. A block is always read whole, so that it passes the same checks
 * as one that is indexed.
 */
export const createNodeAccess = (chains: readonly ReachableChain[]): EvmNodeAccess => {
  const nodeOf = ({ name, title }: ServedChain): ReachableChain => {
    const reachable = chains.find(({ chain }) => chain === name)
    if (reachable) return reachable
    throw new ServiceError('chain_not_served', `No node of ${title} is configured.`)
  }

  const blockAt = async (
    { reader }: ReachableChain,
    number: number,
    signal?: AbortSignal,
  ): Promise<EvmBlock | undefined> => {
    const [block] = await reader.blocks(number, number, signal)
    return block
  }

  return {
    internalCalls: (chain, transactionHash, signal) => internalCalls(nodeOf(chain).pool, transactionHash, signal),

    findBlock: async (chain, numberOrHash, signal) => {
      const node = nodeOf(chain)
      if (typeof numberOrHash === 'number') return blockAt(node, numberOrHash, signal)
      const header = await node.pool.call('eth_getBlockByHash', [numberOrHash, false], { signal })
      if (header === null) return undefined
      const block = await blockAt(node, parseHeader(header).number, signal)
      // A block that a fork replaced: the node may keep it, but it is not part of the chain.
      return block?.hash === numberOrHash ? block : undefined
    },

    rawBlock: (chain, number, signal) => readRawBlock(nodeOf(chain).pool, number, signal),

    header: async (chain, number, signal) => {
      const options = { signal, minimumHead: number }
      const header = await nodeOf(chain).pool.call('eth_getBlockByNumber', [hexNumber(number), false], options)
      return header === null ? undefined : parseHeader(header)
    },

    balance: (chain, address, block, signal) => readBalance(nodeOf(chain).pool, address, block, { signal }),

    balancesAt: (chain, address, blocks, signal) => readBalancesAt(nodeOf(chain).pool, address, blocks, signal),
    code: (chain, address, block, signal) => readCode(nodeOf(chain).pool, address, block, { signal }),

    callContracts: (chain, calls, block, signal) => callContracts(nodeOf(chain).pool, calls, { block, signal }),

    findTransaction: async (chain, transactionHash: Hex, signal) => {
      const node = nodeOf(chain)
      const answer = await node.pool.call('eth_getTransactionByHash', [transactionHash], { signal })
      const blockNumber = answer === null ? null : parseTransactionPlace(answer)
      if (blockNumber === null) return undefined
      const block = await blockAt(node, blockNumber, signal)
      const transaction = block?.transactions.find(({ hash }) => hash === transactionHash)
      return block && transaction && { transaction, block }
    },
  }
}

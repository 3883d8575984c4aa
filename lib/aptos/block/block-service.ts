import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosBlock } from '#lib/aptos/api/records.ts'
import { type BlockName, missingBlock } from '#lib/aptos/chain/rpc/missing-block.ts'
import { type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import type { BlockCache } from './block-cache.ts'
import type { AptosBlockApi } from './contract.ts'
import { wholeBlock } from './whole-block.ts'

export type AptosServiceOptions = {
  nodes: NetworkNodes
  /** Cache of blocks; without it, every call goes to the node. */
  cache?: BlockCache
  /** The network of calls without one. */
  defaultNetwork?: AptosNetwork
}

export type AptosBlockService = Service<AptosBlockApi>

/**
 * Blocks from a full node. An Aptos block is final at once: every response may be cached forever. @throws
 * ServiceError `not_found` beyond the newest block, `not_available` for a pruned one or a network without a node.
 */
export const createAptosService = (options: AptosServiceOptions): AptosBlockService => {
  const { nodes, cache, defaultNetwork = 'mainnet' } = options

  const block = async (
    network: AptosNetwork | undefined,
    name: BlockName & { number: string },
    withTransactions: boolean,
    signal?: AbortSignal,
  ): Promise<AptosBlock> => {
    const node = nodeOf(nodes, network ?? defaultNetwork)
    const number = Number(name.number)
    if (!Number.isSafeInteger(number)) throw missingBlock(name, 'unknown', await node.ledgerInfo(signal))
    const chainId = await node.chainId(signal)
    const kept =
      name.by === 'height'
        ? await cache?.byHeight(chainId, number, withTransactions)
        : await cache?.byVersion(chainId, number, withTransactions)
    if (kept) return kept
    const asked =
      name.by === 'height'
        ? await node.blockByHeight(number, withTransactions, signal)
        : await node.blockByVersion(number, withTransactions, signal)
    const answer = await wholeBlock(node, asked, withTransactions, signal)
    // What could not be read may be read later.
    if (!answer.transactions?.some(({ raw_reason }) => raw_reason !== undefined)) cache?.keep(chainId, answer)
    return answer
  }

  return {
    blockByVersion: ({ network, version, with_transactions }, context) =>
      block(network, { by: 'version', number: version }, with_transactions, context?.signal),
    blockByHeight: ({ network, block_height, with_transactions }, context) =>
      block(network, { by: 'height', number: block_height }, with_transactions, context?.signal),
  }
}

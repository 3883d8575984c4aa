import { LRUCache } from 'lru-cache'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosBlock, AptosBlockSummary } from '#lib/aptos/api/records.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { blockAtTime } from './block-at-time.ts'
import type { AptosBlockListApi } from './contract.ts'
import { wholeBlock } from './whole-block.ts'

const summariesMax = 1_000
const blocksAtOnce = 5
const microsPerMilli = 1_000n

/** The blocks of a ledger without their transactions, newest first, from full nodes. */
export const aptosBlocksQuery = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
): Service<AptosBlockListApi>['aptosBlocks'] => {
  const summaries = new LRUCache<string, AptosBlockSummary>({ max: summariesMax })

  const summary = async (node: AptosNode, network: AptosNetwork, height: number, signal?: AbortSignal) => {
    const key = `${network} ${height}`
    const known = summaries.get(key)
    if (known) return known
    const block = await blockIfThere(node, height, signal)
    if (block === undefined) return undefined
    const { transactions: _, ...found } = block
    summaries.set(key, found)
    return found
  }

  return async ({ network = defaultNetwork, limit, before_height, time }, context) => {
    const node = nodeOf(nodes, network)
    const summaryAt = (height: number) => summary(node, network, height, context?.signal)
    const { newestHeight, oldestHeight } = await node.ledgerInfo(context?.signal)
    const below = Math.min(newestHeight, before_height === undefined ? newestHeight : Number(before_height) - 1)
    const top =
      time === undefined || below < oldestHeight
        ? below
        : await blockAtTime(
            { oldest: oldestHeight, newest: below },
            BigInt(Date.parse(time)) * microsPerMilli,
            summaryAt,
          )
    if (top === undefined) return { result: [] }
    const heights: number[] = []
    for (let height = top; height >= oldestHeight && heights.length < limit; height--) heights.push(height)
    const result: AptosBlockSummary[] = []
    for (let at = 0; at < heights.length; at += blocksAtOnce) {
      const some = heights.slice(at, at + blocksAtOnce).map(summaryAt)
      for (const found of await Promise.all(some)) if (found) result.push(found)
    }
    return { result }
  }
}

/** Undefined at both ends of the node's range: it may prune, and another node may be slightly behind. */
const blockIfThere = async (node: AptosNode, height: number, signal?: AbortSignal): Promise<AptosBlock | undefined> => {
  try {
    return await wholeBlock(node, await node.blockByHeight(height, false, signal), false, signal)
  } catch (error) {
    if (isServiceError(error, 'not_found') || isServiceError(error, 'not_available')) return undefined
    throw error
  }
}

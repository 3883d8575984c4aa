import type { Service } from '#lib/api/endpoint.ts'
import type { ShownAsset } from '#lib/aptos/asset/asset-record.ts'
import { mendTransaction } from '#lib/aptos/block/mend-transaction.ts'
import { wholeBlock } from '#lib/aptos/block/whole-block.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { type AptosNetwork, type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { balanceChanges } from './balance-changes.ts'
import type { AptosTransactionApi, AptosVersion } from './contract.ts'
import { describeAssets } from './describe-assets.ts'
import { readTransaction, transactionAt } from './read-transaction.ts'
import { simulate } from './simulate.ts'
import type { AptosSimulationApi } from './simulation-contract.ts'
import { stateChanges } from './state-changes.ts'

/** Returns the indexed assets among these, by id; none without an index. */
export type IndexedAssets = (
  network: AptosNetwork,
  ids: readonly Uint8Array[],
) => Promise<ReadonlyMap<string, ShownAsset>>

/** Transactions and their effects, from full nodes; the index only adds names of assets. */
export const createAptosTransactionService = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
  indexedAssets: IndexedAssets,
  now: () => number,
): Service<AptosTransactionApi & AptosSimulationApi> => ({
  aptosVersion: async ({ network = defaultNetwork, version }, context) => {
    const node = nodeOf(nodes, network)
    const signal = context?.signal
    const transaction = mendTransaction(await transactionAt(node, version, signal))
    return { transaction, ...(await headerOf(node, Number(version), signal)) }
  },
  aptosBalanceChanges: async ({ network = defaultNetwork, version }, context) => {
    const node = nodeOf(nodes, network)
    const transaction = await readTransaction(node, version, context?.signal)
    return balanceChanges(
      transaction,
      describeAssets(node, (ids) => indexedAssets(network, ids), context?.signal),
    )
  },
  aptosSimulation: async ({ network = defaultNetwork, ...call }, context) => {
    const node = nodeOf(nodes, network)
    const signal = context?.signal
    const describe = describeAssets(node, (ids) => indexedAssets(network, ids), signal)
    return simulate({ node, describe, now, signal }, call)
  },
  aptosStateChanges: async ({ network = defaultNetwork, version, limit, offset }, context) => {
    const node = nodeOf(nodes, network)
    const signal = context?.signal
    return stateChanges(await readTransaction(node, version, signal), node.state, { offset, limit, signal })
  },
})

/** The header of a version's block; what the node lacks or does not answer is no reason to withhold the transaction. */
const headerOf = async (
  node: AptosNode,
  version: number,
  signal?: AbortSignal,
): Promise<Pick<AptosVersion, 'block' | 'block_error'>> => {
  try {
    const { transactions: _, ...block } = await wholeBlock(
      node,
      await node.blockByVersion(version, false, signal),
      false,
      signal,
    )
    return { block, block_error: null }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { block: null, block_error: error.message }
  }
}

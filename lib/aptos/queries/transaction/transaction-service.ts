import type { Service } from '#lib/api/endpoint.ts'
import type { AptosSimulationApi } from '#lib/aptos/contract/simulation.ts'
import type { AptosTransactionApi } from '#lib/aptos/contract/transaction.ts'
import type { ShownAsset } from '#lib/aptos/queries/assets/asset-record.ts'
import { type AptosNetwork, type NetworkNodes, nodeOf } from '#lib/aptos/queries/network-nodes.ts'
import { balanceChanges } from './balance-changes.ts'
import { describeAssets } from './describe-assets.ts'
import { readTransaction } from './read-transaction.ts'
import { simulate } from './simulate.ts'
import { stateChanges } from './state-changes.ts'

/** Returns the indexed assets among these, by id; none without an index. */
export type IndexedAssets = (
  network: AptosNetwork,
  ids: readonly Uint8Array[],
) => Promise<ReadonlyMap<string, ShownAsset>>

/** The effects of transactions, from full nodes; the index only adds names of assets. */
export const createAptosTransactionService = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
  indexedAssets: IndexedAssets,
  now: () => number,
): Service<AptosTransactionApi & AptosSimulationApi> => ({
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

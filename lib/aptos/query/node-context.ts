import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { ShownAsset } from '#lib/aptos/chain/tables.ts'
import { ServiceError } from '#lib/base/errors.ts'

/** The node of each network that is configured. */
export type NetworkNodes = Partial<Record<AptosNetwork, AptosNode>>

const variables: Record<AptosNetwork, string> = {
  mainnet: 'APTOS_NODE_URL',
  testnet: 'APTOS_TESTNET_NODE_URL',
}

/** @throws ServiceError `chain_not_served` naming the variable to set, if that network has no node here. */
export const nodeOf = (nodes: NetworkNodes, network: AptosNetwork): AptosNode => {
  const node = nodes[network]
  if (node) return node
  throw new ServiceError(
    'chain_not_served',
    `Aptos ${network} is not served here: set ${variables[network]} to a full node's REST address (…/v1).`,
  )
}

/** What every question to full nodes is answered with. */
export type AptosNodeContext = {
  nodes: NetworkNodes
  /** The network of a request that names none. */
  defaultNetwork: AptosNetwork
  /** Unix milliseconds. */
  now: () => number
  /** Indexed assets among these, by id; none without an index. */
  indexedAssets: (network: AptosNetwork, ids: readonly Uint8Array[]) => Promise<ReadonlyMap<string, ShownAsset>>
  /** Vesting contracts that paid an account in indexed versions; undefined without an index. */
  indexedContracts: (network: AptosNetwork, address: string) => Promise<readonly string[] | undefined>
}

/** Without an index, and at the time of the clock, where nothing else is given. */
export const aptosNodeContext = (
  given: Pick<AptosNodeContext, 'nodes'> & Partial<AptosNodeContext>,
): AptosNodeContext => ({
  defaultNetwork: 'mainnet',
  now: Date.now,
  indexedAssets: async () => new Map(),
  indexedContracts: async () => undefined,
  ...given,
})

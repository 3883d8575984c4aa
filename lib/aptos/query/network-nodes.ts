import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
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

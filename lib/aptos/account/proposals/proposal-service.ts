import type { Service } from '#lib/api/endpoint.ts'
import { createModuleReaders } from '#lib/aptos/account/module-cache.ts'
import type { AptosProposalApi } from '#lib/aptos/account/proposals-contract.ts'
import { type AptosNetwork, type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { accountProposals } from './account-proposals.ts'
import { createParameterReader } from './parameter-reader.ts'

/** Open proposals of multisig accounts, from full nodes. */
export const createProposalService = (nodes: NetworkNodes, defaultNetwork: AptosNetwork): Service<AptosProposalApi> => {
  const moduleReader = createModuleReaders(nodes)
  const readParameters = createParameterReader()
  return {
    aptosAccountProposals: async ({ network = defaultNetwork, address, ledger_version, ...page }, context) => {
      const { state } = nodeOf(nodes, network)
      const signal = context?.signal
      const version = await state.version(ledger_version, signal)
      const source = { state, network, address, version, signal, readModule: moduleReader(network), readParameters }
      return await accountProposals(source, page)
    },
  }
}

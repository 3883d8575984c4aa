import type { Service } from '#lib/api/endpoint.ts'
import { type AptosNftServiceOptions, ledgerCoverage, nftContext } from '#lib/aptos/query/context.ts'
import { tellingCoverage } from '#lib/aptos/query/coverage/aptos-coverage.ts'
import type { NetworkNodes } from '#lib/aptos/query/network-nodes.ts'
import { aptosAccountActivity } from './account-activity.ts'
import type { AptosActivityApi } from './contract.ts'
import { aptosFunctionTransactions } from './function-transactions.ts'
import { aptosPackages } from './packages.ts'

/**
 * Transactions of accounts and functions, and published packages, from the own index; the coverage is that of the versions indexed with coins and NFTs.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosActivityService = (
  options: AptosNftServiceOptions,
  nodes: NetworkNodes = {},
): Service<AptosActivityApi> => {
  const context = nftContext(options)
  const service = {
    aptosAccountActivity: aptosAccountActivity(context),
    aptosFunctionTransactions: aptosFunctionTransactions(context),
    aptosPackages: aptosPackages(context, nodes),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}

import type { Service } from '#lib/api/endpoint.ts'
import { type AptosNftServiceOptions, ledgerCoverage, nftContext } from '#lib/aptos/query/context.ts'
import { tellingCoverage } from '#lib/aptos/query/coverage/aptos-coverage.ts'
import type { AptosSearchApi } from './contract.ts'
import { aptosSearch } from './search.ts'

/** Assets, collections and tokens by name or id, from the own index. */
export const createAptosSearchService = (options: AptosNftServiceOptions): Service<AptosSearchApi> => {
  const context = nftContext(options)
  const service: Service<AptosSearchApi> = { aptosSearch: aptosSearch(context) }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}

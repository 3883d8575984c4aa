import type { Service } from '#lib/api/endpoint.ts'
import type { AptosSearchApi } from '#lib/aptos/contract/search.ts'
import { tellingCoverage } from '#lib/aptos/coverage/aptos-coverage.ts'
import { type AptosNftServiceOptions, ledgerCoverage, nftContext } from '#lib/aptos/queries/nfts/nft-context.ts'
import { aptosSearch } from './search.ts'

/** Assets, collections and tokens by name or id, from the own index. */
export const createAptosSearchService = (options: AptosNftServiceOptions): Service<AptosSearchApi> => {
  const context = nftContext(options)
  const service: Service<AptosSearchApi> = { aptosSearch: aptosSearch(context) }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}

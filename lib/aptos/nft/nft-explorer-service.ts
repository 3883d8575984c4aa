import type { Service } from '#lib/api/endpoint.ts'
import { type AptosNftServiceOptions, ledgerCoverage, nftContext } from '#lib/aptos/query/context.ts'
import { tellingCoverage } from '#lib/aptos/query/coverage/aptos-coverage.ts'
import { aptosCollectionAttributes, aptosCollectionTokens } from './collection-tokens.ts'
import { aptosCollection, aptosCollectionDays, aptosCreatorCollections } from './collections.ts'
import type { AptosNftExplorerApi } from './contract.ts'
import { aptosAccountTokens, aptosCollectionOwners } from './holding-list.ts'
import { aptosCollections } from './listed-collections.ts'
import { aptosToken, aptosTokenTransfers } from './token.ts'

/**
 * Collections, tokens and holdings from the own index, for the pages.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosNftExplorerService = (options: AptosNftServiceOptions): Service<AptosNftExplorerApi> => {
  const context = nftContext(options)
  const service: Service<AptosNftExplorerApi> = {
    aptosCollections: aptosCollections(context),
    aptosCollection: aptosCollection(context),
    aptosCollectionOwners: aptosCollectionOwners(context),
    aptosCollectionTokens: aptosCollectionTokens(context),
    aptosCollectionAttributes: aptosCollectionAttributes(context),
    aptosCollectionDays: aptosCollectionDays(context),
    aptosCreatorCollections: aptosCreatorCollections(context),
    aptosToken: aptosToken(context),
    aptosTokenTransfers: aptosTokenTransfers(context),
    aptosAccountTokens: aptosAccountTokens(context),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}

import type { Service } from '#lib/api/endpoint.ts'
import { type AptosNftServiceOptions, ledgerCoverage, nftContext } from '#lib/aptos/query/context.ts'
import { tellingCoverage } from '#lib/aptos/query/coverage/aptos-coverage.ts'
import { aptosAsset, aptosAssetDays } from './asset.ts'
import { aptosAccountAssets, aptosAssetHolders } from './asset-balances.ts'
import { aptosAccountTransfers, aptosAssetTransfers } from './asset-transfers.ts'
import type { AptosAssetApi } from './contract.ts'
import { aptosAssets } from './listed-assets.ts'

/**
 * Coins and fungible assets from the own index; the coverage is that of the versions indexed with them.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosAssetService = (options: AptosNftServiceOptions): Service<AptosAssetApi> => {
  const context = nftContext(options)
  const service: Service<AptosAssetApi> = {
    aptosAssets: aptosAssets(context),
    aptosAsset: aptosAsset(context),
    aptosAssetHolders: aptosAssetHolders(context),
    aptosAssetTransfers: aptosAssetTransfers(context),
    aptosAssetDays: aptosAssetDays(context),
    aptosAccountAssets: aptosAccountAssets(context),
    aptosAccountTransfers: aptosAccountTransfers(context),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}

import type { Service } from '#lib/api/endpoint.ts'
import { type AptosNftServiceOptions, ledgerCoverage, nftContext } from '#lib/aptos/query/context.ts'
import { tellingCoverage } from '#lib/aptos/query/coverage/aptos-coverage.ts'
import type { AptosNftApi } from './interface-contract.ts'
import { nftOwners } from './nft-owners.ts'
import { collectionNftTransfers, creatorNftTransfers, walletNftTransfers } from './nft-transfers.ts'

type AptosNftService = Pick<
  Service<AptosNftApi>,
  'collectionNftTransfers' | 'creatorNftTransfers' | 'walletNftTransfers' | 'nftOwners'
>

/**
 * A1–A4 from the own index.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosNftService = (options: AptosNftServiceOptions): AptosNftService => {
  const context = nftContext(options)
  const service: AptosNftService = {
    collectionNftTransfers: collectionNftTransfers(context),
    creatorNftTransfers: creatorNftTransfers(context),
    walletNftTransfers: walletNftTransfers(context),
    nftOwners: nftOwners(context),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}

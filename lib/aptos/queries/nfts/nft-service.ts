import type { Service } from '#lib/api/endpoint.ts'
import type { AptosApi } from '#lib/aptos/contract/api.ts'
import { createAptosCoverage, tellingCoverage } from '#lib/aptos/coverage/aptos-coverage.ts'
import { type AptosNftContext, ledgerCoverage } from './nft-context.ts'
import { nftOwners } from './nft-owners.ts'
import { collectionNftTransfers, creatorNftTransfers, walletNftTransfers } from './nft-transfers.ts'

export type AptosNftServiceOptions = Pick<AptosNftContext, 'store' | 'cursors' | 'chains'> &
  Partial<Pick<AptosNftContext, 'defaultNetwork' | 'now' | 'coverage' | 'previews' | 'metadata'>>

type AptosNftService = Pick<
  Service<AptosApi>,
  'collectionNftTransfers' | 'creatorNftTransfers' | 'walletNftTransfers' | 'nftOwners'
>

export const nftContext = ({
  defaultNetwork = 'mainnet',
  now = Date.now,
  ...options
}: AptosNftServiceOptions): AptosNftContext => ({
  coverage: createAptosCoverage(options.store.db, { now, ageMaxMs: 0 }),
  ...options,
  defaultNetwork,
  now,
})

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

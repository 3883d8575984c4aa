import type { Service } from '#lib/api/endpoint.ts'
import type { AptosApi } from '#lib/aptos/contract/api.ts'
import type { AptosNftContext } from './nft-context.ts'
import { nftOwners } from './nft-owners.ts'
import { collectionNftTransfers, creatorNftTransfers, walletNftTransfers } from './nft-transfers.ts'

export type AptosNftServiceOptions = Pick<AptosNftContext, 'store' | 'cursors' | 'chains'> &
  Partial<Pick<AptosNftContext, 'defaultNetwork' | 'now'>>

type AptosNftService = Pick<
  Service<AptosApi>,
  'collectionNftTransfers' | 'creatorNftTransfers' | 'walletNftTransfers' | 'nftOwners'
>

export const nftContext = ({
  defaultNetwork = 'mainnet',
  now = Date.now,
  ...options
}: AptosNftServiceOptions): AptosNftContext => ({ ...options, defaultNetwork, now })

/**
 * A1–A4 from the own index.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosNftService = (options: AptosNftServiceOptions): AptosNftService => {
  const context = nftContext(options)
  return {
    collectionNftTransfers: collectionNftTransfers(context),
    creatorNftTransfers: creatorNftTransfers(context),
    walletNftTransfers: walletNftTransfers(context),
    nftOwners: nftOwners(context),
  }
}

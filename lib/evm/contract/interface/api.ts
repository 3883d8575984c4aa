import type { Api } from '#lib/api/endpoint.ts'
import { approvalEndpoints } from './approval-endpoints.ts'
import { balanceEndpoints } from './balance-endpoints.ts'
import { blockContentsEndpoints } from './block-contents-endpoints.ts'
import { erc20Endpoints } from './erc20-endpoints.ts'
import { nameEndpoints } from './name-endpoints.ts'
import { nftEndpoints } from './nft-endpoints.ts'
import { tokenEndpoints } from './token-endpoints.ts'
import { transactionEndpoints } from './transaction-endpoints.ts'
import { walletHistoryEndpoints } from './wallet-history-endpoints.ts'

/** The EVM data API. Server only; a browser has the routes, and this as a type. */
export const evmApi = {
  ...nftEndpoints,
  ...transactionEndpoints,
  ...erc20Endpoints,
  ...balanceEndpoints,
  ...walletHistoryEndpoints,
  ...approvalEndpoints,
  ...tokenEndpoints,
  ...blockContentsEndpoints,
  ...nameEndpoints,
} satisfies Api

export type EvmApi = typeof evmApi

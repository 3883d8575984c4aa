import type { Api } from '#lib/api/endpoint.ts'
import { allowanceEndpoints } from './approvals/allowance-contract.ts'
import { approvalEndpoints } from './approvals/contract.ts'
import { blockContentsEndpoints } from './block/contract.ts'
import { runFunctionEndpoints } from './contract/run-function-contract.ts'
import { nameEndpoints } from './ens/contract.ts'
import { contractLogEndpoints } from './events/interface-contract.ts'
import { balanceEndpoints } from './holdings/balance-contract.ts'
import { netWorthEndpoints } from './holdings/net-worth-contract.ts'
import { serviceEndpoints } from './network/service-contract.ts'
import { collectionFactEndpoints } from './nft/collection-facts-contract.ts'
import { nftEndpoints } from './nft/contract.ts'
import { nftTokenEndpoints } from './nft/token-contract.ts'
import { nftTransferEndpoints } from './nft/transfer-contract.ts'
import { pairEndpoints } from './pair/contract.ts'
import { erc20Endpoints, tokenEndpoints } from './token/contract.ts'
import { tokenFactEndpoints } from './token/facts-contract.ts'
import { tokenPriceEndpoints } from './token/price-contract.ts'
import { transactionEndpoints } from './transaction/contract.ts'
import { internalTransactionEndpoints } from './transaction/internal-contract.ts'
import { walletHistoryEndpoints } from './wallet/contract.ts'
import { walletStatEndpoints } from './wallet/stats-contract.ts'

/** The EVM data API. Server only; a browser has the routes, and this as a type. */
export const evmApi = {
  ...nftEndpoints,
  ...nftTransferEndpoints,
  ...nftTokenEndpoints,
  ...collectionFactEndpoints,
  ...transactionEndpoints,
  ...internalTransactionEndpoints,
  ...erc20Endpoints,
  ...balanceEndpoints,
  ...netWorthEndpoints,
  ...walletHistoryEndpoints,
  ...walletStatEndpoints,
  ...approvalEndpoints,
  ...allowanceEndpoints,
  ...tokenEndpoints,
  ...tokenFactEndpoints,
  ...tokenPriceEndpoints,
  ...pairEndpoints,
  ...blockContentsEndpoints,
  ...contractLogEndpoints,
  ...runFunctionEndpoints,
  ...nameEndpoints,
  ...serviceEndpoints,
} satisfies Api

export type EvmApi = typeof evmApi

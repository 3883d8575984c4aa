import type { Api } from '#lib/api/endpoint.ts'
import { activityEndpoints } from './activity-endpoints.ts'
import { addressEndpoints } from './address-endpoints.ts'
import { addressNameEndpoints } from './address-name-endpoints.ts'
import { approvalListEndpoints } from './approval-endpoints.ts'
import { balanceHistoryEndpoints } from './balance-history-endpoints.ts'
import { blockEndpoints } from './block-endpoints.ts'
import { chainEndpoints } from './chain-endpoints.ts'
import { contractSourceEndpoints } from './code/contract-source-endpoints.ts'
import { givenAbiEndpoints } from './code/given-abi-endpoints.ts'
import { storageEndpoints } from './code/storage-endpoints.ts'
import { collectionEndpoints } from './collection-endpoints.ts'
import { contractCallEndpoints } from './contract-call-endpoints.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { gasPriceEndpoints } from './gas-price-endpoints.ts'
import { historyEndpoints } from './history-endpoints.ts'
import { holdingsEndpoints } from './holdings-endpoints.ts'
import { callTreeEndpoints } from './inside/call-tree-endpoints.ts'
import { gasEndpoints } from './inside/gas-endpoints.ts'
import { moveEndpoints } from './inside/move-endpoints.ts'
import { pendingEndpoints } from './inside/pending-endpoints.ts'
import { sentEndpoints } from './inside/sent-endpoints.ts'
import { simulationEndpoints } from './inside/simulation-endpoints.ts'
import { stateChangeEndpoints } from './inside/state-change-endpoints.ts'
import { userOperationEndpoints } from './inside/user-operation-endpoints.ts'
import { accountListEndpoints } from './lists/account-list-endpoints.ts'
import { bodyListEndpoints } from './lists/body-list-endpoints.ts'
import { contractListEndpoints } from './lists/contract-list-endpoints.ts'
import { pendingListEndpoints } from './lists/pending-list-endpoints.ts'
import { logEndpoints } from './log-endpoints.ts'
import { neighbourEndpoints } from './neighbour-endpoints.ts'
import { nftCollectionEndpoints } from './nft-collection-endpoints.ts'
import { nftStateEndpoints } from './nft-state-endpoints.ts'
import { ownershipEndpoints } from './ownership-endpoints.ts'
import { proofEndpoints } from './proof-endpoints.ts'
import { rewardEndpoints } from './reward-endpoints.ts'
import { searchEndpoints } from './search-endpoints.ts'
import { tokenListEndpoints } from './token-list-endpoints.ts'
import { transactionListEndpoints } from './transaction-list-endpoints.ts'
import { internalTransferEndpoints } from './transfers/internal-transfer-endpoints.ts'
import { transferEndpoints } from './transfers/transfer-endpoints.ts'

/** Endpoints for EVM chains that our pages need besides the interface. */
export const evmExplorerApi = {
  ...chainEndpoints,
  ...blockEndpoints,
  ...transactionListEndpoints,
  ...rewardEndpoints,
  ...contractListEndpoints,
  ...bodyListEndpoints,
  ...accountListEndpoints,
  ...pendingListEndpoints,
  ...gasPriceEndpoints,
  ...givenAbiEndpoints,
  ...activityEndpoints,
  ...searchEndpoints,
  ...historyEndpoints,
  ...collectionEndpoints,
  ...ownershipEndpoints,
  ...tokenListEndpoints,
  ...nftCollectionEndpoints,
  ...proofEndpoints,
  ...neighbourEndpoints,
  ...moveEndpoints,
  ...callTreeEndpoints,
  ...stateChangeEndpoints,
  ...gasEndpoints,
  ...simulationEndpoints,
  ...sentEndpoints,
  ...userOperationEndpoints,
  ...pendingEndpoints,
  ...nftStateEndpoints,
  ...holdingsEndpoints,
  ...approvalListEndpoints,
  ...internalTransferEndpoints,
  ...transferEndpoints,
  ...addressNameEndpoints,
  ...balanceHistoryEndpoints,
  ...addressEndpoints,
  ...contractEndpoints,
  ...contractCallEndpoints,
  ...contractSourceEndpoints,
  ...storageEndpoints,
  ...logEndpoints,
} satisfies Api

export type EvmExplorerApi = typeof evmExplorerApi

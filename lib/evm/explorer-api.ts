import type { Api } from '#lib/api/endpoint.ts'
import { approvalListEndpoints } from './approvals/contract.ts'
import { blockEndpoints, rewardEndpoints } from './block/contract.ts'
import { bodyListEndpoints } from './block/lists-contract.ts'
import { contractCallEndpoints, storageEndpoints } from './contract/calls-contract.ts'
import { contractSourceEndpoints } from './contract/code-contract.ts'
import { contractEndpoints, contractListEndpoints } from './contract/contract.ts'
import { addressNameEndpoints } from './ens/contract.ts'
import { logEndpoints } from './events/contract.ts'
import { gasPriceEndpoints } from './gas/contract.ts'
import { accountListEndpoints, balanceHistoryEndpoints, holdingsEndpoints } from './holdings/contract.ts'
import { activityEndpoints, chainEndpoints, coinPriceEndpoints } from './network/contract.ts'
import { collectionEndpoints, nftCollectionEndpoints, ownershipEndpoints } from './nft/collection-contract.ts'
import { historyEndpoints, nftStateEndpoints } from './nft/state-contract.ts'
import { sentEndpoints } from './origin/contract.ts'
import { searchEndpoints } from './search/contract.ts'
import { simulationEndpoints } from './simulation/contract.ts'
import { taxEndpoints } from './tax/contract.ts'
import { tokenListEndpoints } from './token/lists-contract.ts'
import { callTreeEndpoints } from './trace/contract.ts'
import { internalTransferEndpoints } from './trace/internal-contract.ts'
import { gasEndpoints, stateChangeEndpoints } from './trace/state-contract.ts'
import { moveEndpoints, neighbourEndpoints, transactionListEndpoints } from './transaction/contract.ts'
import { pendingEndpoints, pendingListEndpoints } from './transaction/pending-contract.ts'
import { proofEndpoints } from './transaction/proof-contract.ts'
import { transferEndpoints } from './transfers/contract.ts'
import { userOperationEndpoints } from './user-operation/contract.ts'
import { givenAbiEndpoints } from './verification/contract.ts'
import { addressEndpoints } from './wallet/contract.ts'

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
  ...coinPriceEndpoints,
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
  ...taxEndpoints,
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

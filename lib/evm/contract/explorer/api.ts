import type * as z from 'zod'
import type { Api } from '#lib/api/endpoint.ts'
import { activityEndpoints, type evmDay } from './activity-endpoints.ts'
import { addressEndpoints, type evmAddress } from './address-endpoints.ts'
import { addressNameEndpoints, type evmAddressName } from './address-name-endpoints.ts'
import { approvalListEndpoints, type evmApproval } from './approval-endpoints.ts'
import { balanceHistoryEndpoints } from './balance-history-endpoints.ts'
import { blockEndpoints, type evmBlock, type evmBlockDetail } from './block-endpoints.ts'
import { chainEndpoints, type evmChainState } from './chain-endpoints.ts'
import {
  type contractCodeRecord,
  type contractCreationCode,
  type contractInstructions,
  contractSourceEndpoints,
  type sourceFileRecord,
} from './code/contract-source-endpoints.ts'
import { givenAbiEndpoints } from './code/given-abi-endpoints.ts'
import { storageEndpoints } from './code/storage-endpoints.ts'
import { collectionEndpoints } from './collection-endpoints.ts'
import { contractCallEndpoints, type contractCallResult, type contractFunction } from './contract-call-endpoints.ts'
import { type contractCreation, contractEndpoints, type evmContract } from './contract-endpoints.ts'
import { gasPriceEndpoints } from './gas-price-endpoints.ts'
import { type evmCollection, historyEndpoints } from './history-endpoints.ts'
import { type evmHoldings, holdingsEndpoints } from './holdings-endpoints.ts'
import { callTreeEndpoints } from './inside/call-tree-endpoints.ts'
import { gasEndpoints } from './inside/gas-endpoints.ts'
import { moveEndpoints } from './inside/move-endpoints.ts'
import { pendingEndpoints, type pendingTransaction } from './inside/pending-endpoints.ts'
import { sentEndpoints } from './inside/sent-endpoints.ts'
import { simulationEndpoints } from './inside/simulation-endpoints.ts'
import { stateChangeEndpoints } from './inside/state-change-endpoints.ts'
import { userOperationEndpoints } from './inside/user-operation-endpoints.ts'
import { accountListEndpoints } from './lists/account-list-endpoints.ts'
import { bodyListEndpoints } from './lists/body-list-endpoints.ts'
import { contractListEndpoints } from './lists/contract-list-endpoints.ts'
import { pendingListEndpoints } from './lists/pending-list-endpoints.ts'
import { type contractEvent, type evmLog, logEndpoints } from './log-endpoints.ts'
import { neighbourEndpoints } from './neighbour-endpoints.ts'
import { nftCollectionEndpoints } from './nft-collection-endpoints.ts'
import { nftStateEndpoints } from './nft-state-endpoints.ts'
import { ownershipEndpoints } from './ownership-endpoints.ts'
import { proofEndpoints } from './proof-endpoints.ts'
import { rewardEndpoints } from './reward-endpoints.ts'
import { type evmHit, searchEndpoints } from './search-endpoints.ts'
import { tokenListEndpoints } from './token-list-endpoints.ts'
import { type internalTransfer, internalTransferEndpoints } from './transfers/internal-transfer-endpoints.ts'
import { transferEndpoints } from './transfers/transfer-endpoints.ts'

/** Endpoints for EVM chains that our pages need besides the interface. */
export const evmExplorerApi = {
  ...chainEndpoints,
  ...blockEndpoints,
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

export type EvmApproval = z.output<typeof evmApproval>
export type { EvmContractStorage } from './code/storage-endpoints.ts'
export type { EvmGas } from './gas-price-endpoints.ts'
export type { EvmCallFrame, EvmCallTree } from './inside/call-tree-endpoints.ts'
export type { EvmTransactionGas } from './inside/gas-endpoints.ts'
export type { EvmTransactionMoves } from './inside/move-endpoints.ts'
export type { EvmSentTransaction } from './inside/sent-endpoints.ts'
export type { EvmSimulation } from './inside/simulation-endpoints.ts'
export type { EvmStateChanges } from './inside/state-change-endpoints.ts'
export type { EvmAddressUserOperation, EvmUserOperations } from './inside/user-operation-endpoints.ts'
export type { EvmRankedAccount } from './lists/account-list-endpoints.ts'
export type { EvmBlobTransaction, EvmUncle, EvmWithdrawal } from './lists/body-list-endpoints.ts'
export type { EvmCreatedContract, EvmVerifiedContract } from './lists/contract-list-endpoints.ts'
export type { EvmWaitingTransaction } from './lists/pending-list-endpoints.ts'
export type { EvmBlockRewards } from './reward-endpoints.ts'
export type EvmChainState = z.output<typeof evmChainState>
export type EvmBlock = z.output<typeof evmBlock>
export type EvmBlockDetail = z.output<typeof evmBlockDetail>
export type EvmInternalTransfer = z.output<typeof internalTransfer>
export type EvmDay = z.output<typeof evmDay>
export type EvmAddress = z.output<typeof evmAddress>
export type EvmHoldings = z.output<typeof evmHoldings>
export type EvmAddressName = z.output<typeof evmAddressName>
export type EvmHit = z.output<typeof evmHit>
export type EvmCollection = z.output<typeof evmCollection>
export type EvmContractFunction = z.output<typeof contractFunction>
export type EvmContractCallResult = z.output<typeof contractCallResult>
export type EvmLogRecord = z.output<typeof evmLog>
export type EvmContract = z.output<typeof evmContract>
export type EvmContractCreation = z.output<typeof contractCreation>
export type EvmContractEvent = z.output<typeof contractEvent>
export type EvmContractCreationCode = z.output<typeof contractCreationCode>
export type EvmContractCode = z.output<typeof contractCodeRecord>
export type EvmSourceFile = z.output<typeof sourceFileRecord>
export type EvmContractInstructions = z.output<typeof contractInstructions>
export type EvmPendingTransaction = z.output<typeof pendingTransaction>

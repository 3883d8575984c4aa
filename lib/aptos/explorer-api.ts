import type { Api } from '#lib/api/endpoint.ts'
import { aptosStateApi } from './account/contract.ts'
import { aptosProposalApi } from './account/proposals-contract.ts'
import { aptosAccountApi } from './account/sent-contract.ts'
import { aptosActivityApi } from './activity/contract.ts'
import { aptosAssetControlApi } from './asset/asset-control-contract.ts'
import { aptosAssetApi } from './asset/contract.ts'
import { aptosDigitalAssetApi } from './asset/digital-asset-contract.ts'
import { aptosBlockListApi } from './block/contract.ts'
import { aptosNameApi } from './names/contract.ts'
import { aptosStatusApi } from './network/contract.ts'
import { aptosNftExplorerApi } from './nft/contract.ts'
import { aptosSearchApi } from './search/contract.ts'
import { aptosSimulationApi, aptosTransactionApi } from './transaction/contract.ts'
import { aptosLedgerApi } from './transaction/ledger-contract.ts'
import { aptosPendingApi } from './transaction/pending-contract.ts'
import { aptosValidatorApi } from './validators/contract.ts'

/** Endpoints for Aptos that our pages need besides the interface. */
export const aptosExplorerApi = {
  ...aptosNftExplorerApi,
  ...aptosSearchApi,
  ...aptosAssetApi,
  ...aptosActivityApi,
  ...aptosAssetControlApi,
  ...aptosDigitalAssetApi,
  ...aptosStateApi,
  ...aptosProposalApi,
  ...aptosNameApi,
  ...aptosPendingApi,
  ...aptosValidatorApi,
  ...aptosTransactionApi,
  ...aptosSimulationApi,
  ...aptosStatusApi,
  ...aptosBlockListApi,
  ...aptosLedgerApi,
  ...aptosAccountApi,
} satisfies Api

export type AptosExplorerApi = typeof aptosExplorerApi

import type { Api } from '#lib/api/endpoint.ts'
import { aptosAccountApi } from './accounts.ts'
import { aptosActivityApi } from './activity.ts'
import { aptosAssetControlApi } from './asset-control.ts'
import { aptosAssetApi } from './assets.ts'
import { aptosBlockListApi } from './blocks.ts'
import { aptosDigitalAssetApi } from './digital-asset.ts'
import { aptosLedgerApi } from './ledger.ts'
import { aptosNameApi } from './names.ts'
import { aptosNftExplorerApi } from './nft-explorer.ts'
import { aptosPendingApi } from './pending.ts'
import { aptosProposalApi } from './proposals.ts'
import { aptosSearchApi } from './search.ts'
import { aptosSimulationApi } from './simulation.ts'
import { aptosStateApi } from './state.ts'
import { aptosStatusApi } from './status.ts'
import { aptosTransactionApi } from './transaction.ts'
import { aptosValidatorApi } from './validators.ts'

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

import type { Service } from '#lib/api/endpoint.ts'
import { createAptosAccountService } from '#lib/aptos/account/account-service.ts'
import { createProposalService } from '#lib/aptos/account/proposal-service.ts'
import { createAptosStateService } from '#lib/aptos/account/state-service.ts'
import type { AptosActivityApi } from '#lib/aptos/activity/contract.ts'
import { unknownState } from '#lib/aptos/api/unknown-state.ts'
import { createAssetControlService } from '#lib/aptos/asset/asset-control-service.ts'
import type { AptosAssetApi } from '#lib/aptos/asset/contract.ts'
import { createDigitalAssetService } from '#lib/aptos/asset/digital-asset-service.ts'
import { aptosBlocksQuery } from '#lib/aptos/block/whole-block.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { createAptosNameService } from '#lib/aptos/names/name-service.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import type { ReadIndexState } from '#lib/aptos/network/index-state.ts'
import type { AptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { aptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import type { AptosSearchApi } from '#lib/aptos/search/contract.ts'
import { aptosTransactionsQuery } from '#lib/aptos/transaction/ledger-transactions.ts'
import { createAptosPendingService } from '#lib/aptos/transaction/pending-service.ts'
import { createAptosTransactionService } from '#lib/aptos/transaction/transaction-service.ts'
import { createAptosValidatorService } from '#lib/aptos/validators/validator-service.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'

export type AptosExplorerServiceOptions = Parameters<typeof aptosNodeContext>[0] & {
  /** The data source as reported to pages. */
  source?: 'index' | 'demo'
  /** The coverage of the NFT index; omitted without one. */
  indexState?: ReadIndexState
}

type NodeService = Omit<
  Service<AptosExplorerApi>,
  keyof AptosNftExplorerApi | keyof AptosSearchApi | keyof AptosAssetApi | keyof AptosActivityApi
>

/** Endpoints of the explorer besides the data API, from full nodes. */
export const createAptosExplorerService = (options: AptosExplorerServiceOptions): NodeService => {
  const { source = 'index', indexState = async () => null } = options
  const nodeContext = aptosNodeContext(options)
  const { nodes, defaultNetwork, now } = nodeContext
  return {
    ...createAptosAccountService(nodeContext),
    ...createAptosStateService(nodeContext),
    ...createProposalService(nodeContext),
    ...createAssetControlService(nodeContext),
    ...createDigitalAssetService(nodeContext),
    ...createAptosNameService(nodeContext),
    ...createAptosPendingService(nodeContext),
    ...createAptosValidatorService(nodeContext),
    ...createAptosTransactionService(nodeContext),
    aptosBlocks: aptosBlocksQuery(nodeContext),
    aptosTransactions: aptosTransactionsQuery(nodeContext),
    aptosStatus: async ({ network = defaultNetwork }, context): Promise<AptosStatus> => {
      const node = nodeOf(nodes, network)
      const index = await indexState(network)
      try {
        const ledger = await node.ledgerInfo(context?.signal)
        return {
          network,
          chain_id: ledger.chainId,
          source,
          ledger_version: String(ledger.newestVersion),
          oldest_ledger_version: String(ledger.oldestVersion),
          block_height: String(ledger.newestHeight),
          oldest_block_height: String(ledger.oldestHeight),
          ledger_timestamp: new Date(Math.floor(ledger.timestamp / 1_000)).toISOString(),
          checked_at: new Date(now()).toISOString(),
          error: null,
          index,
        }
      } catch (error) {
        if (!isServiceError(error)) throw error
        return { ...unknownState, network, source, error: error.message, index }
      }
    },
    aptosTransaction: async ({ network = defaultNetwork, transaction_hash }, context) => {
      const found = await nodeOf(nodes, network).transactionByHash(transaction_hash, context?.signal)
      if (found === undefined)
        throw new ServiceError('not_found', `Transaction ${transaction_hash} is not in the Aptos ledger.`)
      const { version, hash, type } = found
      return { version, hash, type }
    },
  }
}

import type { Service } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { createHistories } from '#lib/evm/histories/request-history.ts'
import { activity } from './activity.ts'
import { block } from './block.ts'
import { blockNftTransfers } from './block-nft-transfers.ts'
import { blockTransactions } from './block-transactions.ts'
import { blocks } from './blocks.ts'
import { chainStates } from './chain-states.ts'
import type { EvmQueryContext } from './context.ts'
import { contractNftOwners } from './contract-nft-owners.ts'
import { contractNfts } from './contract-nfts.ts'
import { erc20Approvals, erc20Burns, erc20Transfers } from './erc20-events.ts'
import { collection, collections } from './histories-progress.ts'
import { latestTransactions } from './latest-transactions.ts'
import { nftMetadata } from './nft-metadata.ts'
import { nftRefresh, nftState } from './nft-refresh.ts'
import { search } from './search.ts'
import { transaction } from './transaction.ts'
import { transactionVerbose } from './transaction-verbose.ts'
import { walletNftTransfers } from './wallet-nft-transfers.ts'
import { walletNfts } from './wallet-nfts.ts'
import { walletTransactions } from './wallet-transactions.ts'
import { walletTransactionsVerbose } from './wallet-transactions-verbose.ts'

/** What may be left out has a default: no node to ask, the system's clock, the histories of the same store. */
type Defaulted = 'node' | 'now' | 'histories'
export type EvmServiceOptions = Omit<EvmQueryContext, Defaulted> & Partial<Pick<EvmQueryContext, Defaulted>>

const contextOf = (options: EvmServiceOptions): EvmQueryContext => {
  const { now = Date.now } = options
  return { node: {}, now, histories: createHistories(options.store, { now }), ...options }
}

/** What the own index answers of the EVM data API. */
export const createEvmService = (options: EvmServiceOptions): Omit<Service<EvmApi>, 'searchNfts'> => {
  const context = contextOf(options)
  return {
    walletNftTransfers: walletNftTransfers(context),
    walletTransactionsVerbose: walletTransactionsVerbose(context),
    walletTransactions: walletTransactions(context),
    contractNfts: contractNfts(context),
    contractNftOwners: contractNftOwners(context),
    blockNftTransfers: blockNftTransfers(context),
    erc20Burns: erc20Burns(context),
    walletNfts: walletNfts(context),
    erc20Transfers: erc20Transfers(context),
    erc20Approvals: erc20Approvals(context),
    transactionVerbose: transactionVerbose(context),
    transaction: transaction(context),
    nftMetadata: nftMetadata(context),
  }
}

/** What the own index answers of the explorer's endpoints: all of them. */
export const createEvmExplorerService = (options: EvmServiceOptions): Service<EvmExplorerApi> => {
  const context = contextOf(options)
  return {
    evmChains: chainStates(context),
    evmBlocks: blocks(context),
    evmBlock: block(context),
    evmBlockTransactions: blockTransactions(context),
    evmTransactions: latestTransactions(context),
    evmActivity: activity(context),
    evmSearch: search(context),
    evmCollections: collections(context),
    evmCollection: collection(context),
    evmNftState: nftState(context),
    evmNftRefresh: nftRefresh(context),
  }
}

import type { Service } from '#lib/api/endpoint.ts'
import { tokenAllowanceQuery } from '#lib/evm/approvals/allowance.ts'
import { approvalsQuery } from '#lib/evm/approvals/approvals.ts'
import { walletApprovalsQuery } from '#lib/evm/approvals/wallet-approvals.ts'
import { blockQuery } from '#lib/evm/block/block.ts'
import { blockChecksQuery } from '#lib/evm/block/block-checks.ts'
import { blockContentsQuery } from '#lib/evm/block/block-contents.ts'
import { blockRewardsQuery } from '#lib/evm/block/block-rewards.ts'
import { blockStatsQuery, latestBlockNumberQuery } from '#lib/evm/block/block-stats.ts'
import { blocksQuery } from '#lib/evm/block/blocks.ts'
import { blobTransactionsQuery, blockTransactionsQuery, unclesQuery } from '#lib/evm/block/body-list.ts'
import { dateToBlockQuery } from '#lib/evm/block/date-to-block.ts'
import { withdrawalsQuery } from '#lib/evm/block/withdrawals.ts'
import { createBackfill } from '#lib/evm/chain/backfill/request-history.ts'
import { contractCallsQuery } from '#lib/evm/contract/contract-calls.ts'
import { contractCreationQuery } from '#lib/evm/contract/contract-creation.ts'
import { contractInstructionsQuery } from '#lib/evm/contract/contract-instructions.ts'
import { contractCodeQuery, contractQuery } from '#lib/evm/contract/contract-query.ts'
import { contractSourceQuery } from '#lib/evm/contract/contract-source.ts'
import { contractStorageQuery } from '#lib/evm/contract/contract-storage.ts'
import { createdContractsQuery, verifiedContractsQuery } from '#lib/evm/contract/created-contracts.ts'
import { contractCreationCodeQuery } from '#lib/evm/contract/creation-code.ts'
import { contractFunctionsQuery } from '#lib/evm/contract/known-functions.ts'
import { runFunctionQuery } from '#lib/evm/contract/run-function.ts'
import { knownAddressesQuery } from '#lib/evm/ens/known-addresses.ts'
import { addressNameQuery } from '#lib/evm/ens/name-facts.ts'
import { resolveAddressQuery, resolveEnsDomainQuery } from '#lib/evm/ens/resolve.ts'
import { contractEventsQuery } from '#lib/evm/events/contract-events.ts'
import { contractLogsQuery, decodedEventsQuery } from '#lib/evm/events/log-page.ts'
import { logsQuery } from '#lib/evm/events/logs.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { gasHistoryQuery } from '#lib/evm/gas/gas-history.ts'
import { gasPricesQuery } from '#lib/evm/gas/gas-prices.ts'
import { holdingsQuery } from '#lib/evm/holdings/address-holdings.ts'
import { balanceHistoryQuery } from '#lib/evm/holdings/balance-history.ts'
import { nativeBalanceQuery, walletNetWorthQuery } from '#lib/evm/holdings/native-balance.ts'
import { nativeBalancesQuery, walletTokenBalancesQuery } from '#lib/evm/holdings/native-balances.ts'
import { topAccountsQuery } from '#lib/evm/holdings/top-accounts.ts'
import { walletTokensQuery } from '#lib/evm/holdings/wallet-tokens.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { activityQuery } from '#lib/evm/network/activity.ts'
import { chainStatesQuery } from '#lib/evm/network/chain-states.ts'
import { coinPriceQuery } from '#lib/evm/network/coin-price.ts'
import { endpointWeightsQuery, web3VersionQuery } from '#lib/evm/network/service.ts'
import { collectionQuery, collectionsQuery } from '#lib/evm/nft/backfill-progress.ts'
import { blockNftTransfersQuery } from '#lib/evm/nft/block-nft-transfers.ts'
import {
  nftCollectionStatsQuery,
  nftContractMetadataQuery,
  nftContractSync,
  nftMetadataResync,
  nftRefresh,
  nftStateQuery,
  nftTokenStatsQuery,
} from '#lib/evm/nft/collection-facts.ts'
import { collectionOwnershipQuery } from '#lib/evm/nft/collection-ownership.ts'
import { collectionStatisticsQuery } from '#lib/evm/nft/collection-statistics.ts'
import { contractNftsQuery, multipleNftsQuery } from '#lib/evm/nft/contract-nfts.ts'
import { nftCollectionListQuery } from '#lib/evm/nft/nft-collection-list.ts'
import { nftOwnersQuery } from '#lib/evm/nft/nft-owners.ts'
import { contractRatingQuery } from '#lib/evm/nft/ratings.ts'
import { searchNftsQuery } from '#lib/evm/nft/search-nfts.ts'
import {
  contractNftOwnersQuery,
  nftMetadataQuery,
  nftTokenOwnersQuery,
  walletNftsQuery,
} from '#lib/evm/nft/token-owners.ts'
import { walletNftCollectionsQuery } from '#lib/evm/nft/wallet-collections.ts'
import {
  chainNftTransfersQuery,
  collectionTransfersQuery,
  contractNftTransfersQuery,
  tokenNftTransfersQuery,
  walletNftTransfersQuery,
} from '#lib/evm/nft/wallet-nft-transfers.ts'
import { sentTransactionQuery } from '#lib/evm/origin/sent-transaction.ts'
import { pairAddressQuery, pairPriceQuery, pairReservesQuery } from '#lib/evm/pair/pairs.ts'
import { createInternalCallsCache } from '#lib/evm/query/caches/internal-calls-cache.ts'
import { createReplays } from '#lib/evm/query/caches/replays.ts'
import { createStateReads } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { createEvmCoverage } from '#lib/evm/query/evm-coverage.ts'
import { searchQuery } from '#lib/evm/search/search.ts'
import { keepCalldata } from '#lib/evm/simulation/keep-calldata.ts'
import { simulatedCallQuery, simulationQuery } from '#lib/evm/simulation/simulation.ts'
import { coinTrackingQuery, koinlyQuery, taxRowsQuery } from '#lib/evm/tax/tax-exports.ts'
import {
  erc20ApprovalsQuery,
  erc20BurnsQuery,
  erc20MintsQuery,
  erc20TransfersQuery,
} from '#lib/evm/token/erc20-events.ts'
import {
  erc20MetadataQuery,
  tokenMetadataBySymbolQuery,
  tokenPriceQuery,
  tokenPricesQuery,
  tokenStatsQuery,
} from '#lib/evm/token/erc20-metadata.ts'
import { tokenHoldersQuery, tokenOwnersQuery } from '#lib/evm/token/kept-token.ts'
import { tokenListQuery } from '#lib/evm/token/token-list.ts'
import { tokenStatisticsQuery } from '#lib/evm/token/token-statistics.ts'
import { tokenTransfersQuery, walletTokenTransfersQuery } from '#lib/evm/token/token-transfers.ts'
import { callFrameQuery, callTreeQuery } from '#lib/evm/trace/call-tree.ts'
import { chainInternalTransfersQuery } from '#lib/evm/trace/chain-internal-transfers.ts'
import { internalTransfersQuery } from '#lib/evm/trace/internal-transfers.ts'
import { stateChangesQuery } from '#lib/evm/trace/state-changes.ts'
import { transactionGasQuery } from '#lib/evm/trace/transaction-gas.ts'
import { latestTransactionsQuery } from '#lib/evm/transaction/latest-transactions.ts'
import { pendingTransactionQuery } from '#lib/evm/transaction/pending-transaction.ts'
import { pendingTransactionsQuery } from '#lib/evm/transaction/pending-transactions.ts'
import { senderNeighboursQuery } from '#lib/evm/transaction/sender-neighbours.ts'
import {
  internalTransactionsQuery,
  transactionProofQuery,
  transactionQuery,
  transactionVerboseQuery,
} from '#lib/evm/transaction/transaction.ts'
import { transactionMovesQuery } from '#lib/evm/transaction/transaction-moves.ts'
import { foundErc20TransfersQuery, foundNftTransfersQuery } from '#lib/evm/transfers/found-transfers.ts'
import { addressUserOperationsQuery } from '#lib/evm/user-operation/address-operations.ts'
import { transactionUserOperationsQuery } from '#lib/evm/user-operation/user-operations.ts'
import { giveContractAbi, removeContractAbi } from '#lib/evm/verification/given-abi.ts'
import { addressKindQuery } from '#lib/evm/wallet/account-code.ts'
import { walletHistoryQuery } from '#lib/evm/wallet/wallet-history.ts'
import { walletActiveChainsQuery, walletStatsQuery } from '#lib/evm/wallet/wallet-stats.ts'
import { walletTransactionsQuery } from '#lib/evm/wallet/wallet-transactions.ts'
import { walletTransactionsVerboseQuery } from '#lib/evm/wallet/wallet-transactions-verbose.ts'

/** Optional dependencies have defaults: one store, no node, the system clock, backfills and traces of the same store, no lists. */
type Defaulted = 'of' | 'node' | 'now' | 'histories' | 'coverage' | 'internalCalls' | 'replays' | 'known' | 'stateReads'
export type EvmServiceOptions = Omit<EvmQueryContext, Defaulted> & Partial<Pick<EvmQueryContext, Defaulted>>

const contextOf = (options: EvmServiceOptions): EvmQueryContext => {
  const { store, now = Date.now, known = createKnownAddresses({}) } = options
  const histories = createBackfill(store, { now })
  const internalCalls = createInternalCallsCache(store, { now })
  const replays = createReplays(store, { now })
  const coverage = createEvmCoverage(store, { now, ageMaxMs: 0 })
  const context: EvmQueryContext = {
    of: () => context,
    node: {},
    histories,
    coverage,
    internalCalls,
    replays,
    stateReads: createStateReads(),
    ...options,
    now,
    known,
  }
  return context
}

/** The endpoints of the EVM data API that the index serves. */
export const createEvmService = (options: EvmServiceOptions): Service<EvmApi> => {
  const context = contextOf(options)
  return {
    walletNftTransfers: walletNftTransfersQuery(context),
    walletTransactionsVerbose: walletTransactionsVerboseQuery(context),
    walletTransactions: walletTransactionsQuery(context),
    contractNfts: contractNftsQuery(context),
    contractNftOwners: contractNftOwnersQuery(context),
    blockNftTransfers: blockNftTransfersQuery(context),
    erc20Burns: erc20BurnsQuery(context),
    walletNfts: walletNftsQuery(context),
    erc20Transfers: erc20TransfersQuery(context),
    erc20Approvals: erc20ApprovalsQuery(context),
    transactionVerbose: transactionVerboseQuery(context),
    transaction: transactionQuery(context),
    nftMetadata: nftMetadataQuery(context),
    searchNfts: searchNftsQuery(context),
    nativeBalance: nativeBalanceQuery(context),
    walletTokenBalances: walletTokenBalancesQuery(context),
    walletTokens: walletTokensQuery(context),
    walletHistory: walletHistoryQuery(context),
    walletApprovals: walletApprovalsQuery(context),
    walletTokenTransfers: walletTokenTransfersQuery(context),
    tokenTransfers: tokenTransfersQuery(context),
    tokenOwners: tokenOwnersQuery(context),
    tokenMetadata: erc20MetadataQuery(context),
    dateToBlock: dateToBlockQuery(context),
    blockContents: blockContentsQuery(context),
    tokenStats: tokenStatsQuery(context),
    tokenMetadataBySymbol: tokenMetadataBySymbolQuery(context),
    tokenPrice: tokenPriceQuery(context),
    tokenPrices: tokenPricesQuery(context),
    pairAddress: pairAddressQuery(context),
    pairReserves: pairReservesQuery(context),
    pairPrice: pairPriceQuery(context),
    walletStats: walletStatsQuery(context),
    walletActiveChains: walletActiveChainsQuery(context),
    walletNetWorth: walletNetWorthQuery(context),
    erc20Mints: erc20MintsQuery(context),
    contractNftTransfers: contractNftTransfersQuery(context),
    tokenNftTransfers: tokenNftTransfersQuery(context),
    chainNftTransfers: chainNftTransfersQuery(context),
    nftTokenOwners: nftTokenOwnersQuery(context),
    multipleNfts: multipleNftsQuery(context),
    nftMetadataResync: nftMetadataResync(context),
    nftContractMetadata: nftContractMetadataQuery(context),
    walletNftCollections: walletNftCollectionsQuery(context),
    nftContractSync: nftContractSync(context),
    nftCollectionStats: nftCollectionStatsQuery(context),
    nftTokenStats: nftTokenStatsQuery(context),
    blockStats: blockStatsQuery(context),
    latestBlockNumber: latestBlockNumberQuery(context),
    internalTransactions: internalTransactionsQuery(context),
    contractLogs: contractLogsQuery(context),
    contractEvents: decodedEventsQuery(context),
    contractFunction: runFunctionQuery(context),
    nativeBalances: nativeBalancesQuery(context),
    tokenAllowance: tokenAllowanceQuery(context),
    web3Version: web3VersionQuery,
    endpointWeights: endpointWeightsQuery,
    resolveAddress: resolveAddressQuery(context),
    resolveEnsDomain: resolveEnsDomainQuery(context),
  }
}

/** The endpoints of the explorer that the index serves: all of them. */
export const createEvmExplorerService = (options: EvmServiceOptions): Service<EvmExplorerApi> => {
  const context = contextOf(options)
  const creation = contractCreationQuery(context)
  return {
    evmChains: chainStatesQuery(context),
    evmBlocks: blocksQuery(context),
    evmBlock: blockQuery(context),
    evmBlockTransactions: blockTransactionsQuery(context),
    evmContracts: createdContractsQuery(context),
    evmVerifiedContracts: verifiedContractsQuery(context),
    evmWithdrawals: withdrawalsQuery(context),
    evmBlobTransactions: blobTransactionsQuery(context),
    evmUncles: unclesQuery(context),
    evmTransactions: latestTransactionsQuery(context),
    evmActivity: activityQuery(context),
    evmGas: gasPricesQuery(context),
    evmGasHistory: gasHistoryQuery(context),
    evmCoinPrice: coinPriceQuery(context),
    evmBlockRewards: blockRewardsQuery(context),
    evmBlockChecks: blockChecksQuery(context),
    evmTransactionProof: transactionProofQuery(context),
    evmSenderNeighbours: senderNeighboursQuery(context),
    evmPendingTransaction: pendingTransactionQuery(context),
    evmTopAccounts: topAccountsQuery(context),
    evmPendingTransactions: pendingTransactionsQuery(context),
    evmTransactionMoves: transactionMovesQuery(context),
    evmKnownAddresses: knownAddressesQuery(context),
    evmCallTree: callTreeQuery(context),
    evmCallFrame: callFrameQuery(context),
    evmSentTransaction: sentTransactionQuery(context),
    evmUserOperations: transactionUserOperationsQuery(context),
    evmTransactionGas: transactionGasQuery(context),
    evmStateChanges: stateChangesQuery(context),
    evmSimulation: simulationQuery(context),
    evmSimulatedCall: simulatedCallQuery(context),
    evmSearch: searchQuery(context),
    evmCollections: collectionsQuery(context),
    evmCollection: collectionQuery(context),
    evmCollectionStatistics: collectionStatisticsQuery(context),
    evmCollectionTransfers: collectionTransfersQuery(context),
    evmCollectionOwnership: collectionOwnershipQuery(context),
    evmTokens: tokenListQuery(context),
    evmNftCollections: nftCollectionListQuery(context),
    evmToken: tokenStatisticsQuery(context),
    evmTokenHolders: tokenHoldersQuery(context),
    evmContractRating: contractRatingQuery(context),
    evmNftOwners: nftOwnersQuery(context),
    evmNftState: nftStateQuery(context),
    evmNftRefresh: nftRefresh(context),
    evmHoldings: holdingsQuery(context),
    evmChainInternalTransfers: chainInternalTransfersQuery(context),
    evmInternalTransfers: internalTransfersQuery(context),
    evmApprovals: approvalsQuery(context),
    evmErc20Transfers: foundErc20TransfersQuery(context),
    evmNftTransfers: foundNftTransfersQuery(context),
    evmTaxRows: taxRowsQuery(context),
    evmTaxKoinly: koinlyQuery(context),
    evmTaxCointracking: coinTrackingQuery(context),
    evmAddressName: addressNameQuery(context),
    evmBalanceHistory: balanceHistoryQuery(context),
    evmAddress: addressKindQuery(context),
    evmContract: contractQuery(context),
    evmContractCreation: creation,
    evmContractStorage: contractStorageQuery(context),
    evmContractCreationCode: contractCreationCodeQuery(context, creation),
    evmContractFunctions: contractFunctionsQuery(context),
    evmContractCalls: contractCallsQuery(context),
    evmContractCode: contractCodeQuery(context),
    evmContractSource: contractSourceQuery(context),
    evmGiveContractAbi: giveContractAbi(context),
    evmKeepCalldata: keepCalldata(context),
    evmRemoveContractAbi: removeContractAbi(context),
    evmContractInstructions: contractInstructionsQuery(context),
    evmAddressUserOperations: addressUserOperationsQuery(context),
    evmLogs: logsQuery(context),
    evmContractEvents: contractEventsQuery(context),
  }
}

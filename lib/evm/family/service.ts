import type { Service } from '#lib/api/endpoint.ts'
import { approvals } from '#lib/evm/approvals/approvals.ts'
import { walletApprovals } from '#lib/evm/approvals/wallet-approvals.ts'
import { blobTransactions } from '#lib/evm/block/blob-transactions.ts'
import { block } from '#lib/evm/block/block.ts'
import { blockChecks } from '#lib/evm/block/block-checks.ts'
import { blockContents } from '#lib/evm/block/block-contents.ts'
import { blockRewards } from '#lib/evm/block/block-rewards.ts'
import { blockTransactions } from '#lib/evm/block/block-transactions.ts'
import { blocks } from '#lib/evm/block/blocks.ts'
import { dateToBlock } from '#lib/evm/block/date-to-block.ts'
import { uncles } from '#lib/evm/block/uncles.ts'
import { withdrawals } from '#lib/evm/block/withdrawals.ts'
import { createBackfill } from '#lib/evm/chain/backfill/request-history.ts'
import { contractCalls } from '#lib/evm/contract/contract-calls.ts'
import { contractCode } from '#lib/evm/contract/contract-code.ts'
import { contractCreation } from '#lib/evm/contract/contract-creation.ts'
import { listContractFunctions } from '#lib/evm/contract/contract-functions.ts'
import { contractInstructions } from '#lib/evm/contract/contract-instructions.ts'
import { contract } from '#lib/evm/contract/contract-query.ts'
import { contractSource } from '#lib/evm/contract/contract-source.ts'
import { contractStorage } from '#lib/evm/contract/contract-storage.ts'
import { createdContracts } from '#lib/evm/contract/created-contracts.ts'
import { contractCreationCode } from '#lib/evm/contract/creation-code.ts'
import { verifiedContracts } from '#lib/evm/contract/verified-contracts.ts'
import { addressName } from '#lib/evm/ens/address-name.ts'
import { knownAddresses } from '#lib/evm/ens/known-addresses.ts'
import { resolveAddress, resolveEnsDomain } from '#lib/evm/ens/resolve.ts'
import { contractEvents } from '#lib/evm/events/contract-events.ts'
import { logs } from '#lib/evm/events/logs.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { gasPrices } from '#lib/evm/gas/gas-prices.ts'
import { holdings } from '#lib/evm/holdings/address-holdings.ts'
import { balanceHistory } from '#lib/evm/holdings/history/balance-history.ts'
import { nativeBalance } from '#lib/evm/holdings/native-balance.ts'
import { topAccounts } from '#lib/evm/holdings/top-accounts.ts'
import { walletTokenBalances } from '#lib/evm/holdings/wallet-token-balances.ts'
import { walletTokens } from '#lib/evm/holdings/wallet-tokens.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { activity } from '#lib/evm/network/activity.ts'
import { chainStates } from '#lib/evm/network/chain-states.ts'
import { collection, collections } from '#lib/evm/nft/backfill-progress.ts'
import { collectionOwnership } from '#lib/evm/nft/collection-ownership.ts'
import { collectionStatistics } from '#lib/evm/nft/collection-statistics.ts'
import { contractNftOwners } from '#lib/evm/nft/contract-nft-owners.ts'
import { contractNfts } from '#lib/evm/nft/contract-nfts.ts'
import { nftCollectionList } from '#lib/evm/nft/nft-collection-list.ts'
import { nftMetadata } from '#lib/evm/nft/nft-metadata.ts'
import { nftOwners } from '#lib/evm/nft/nft-owners.ts'
import { nftRefresh, nftState } from '#lib/evm/nft/nft-refresh.ts'
import { contractRating } from '#lib/evm/nft/ratings.ts'
import { searchNfts } from '#lib/evm/nft/search/search-nfts.ts'
import { blockNftTransfers } from '#lib/evm/nft/transfers/block-nft-transfers.ts'
import { collectionTransfers } from '#lib/evm/nft/transfers/collection-transfers.ts'
import { walletNftTransfers } from '#lib/evm/nft/transfers/wallet-nft-transfers.ts'
import { walletNfts } from '#lib/evm/nft/wallet-nfts.ts'
import { sentTransaction } from '#lib/evm/origin/sent-transaction.ts'
import { createInternalCallsCache } from '#lib/evm/query/caches/internal-calls-cache.ts'
import { createReplays } from '#lib/evm/query/caches/replays.ts'
import { createStateReads } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { createEvmCoverage } from '#lib/evm/query/coverage/evm-coverage.ts'
import { search } from '#lib/evm/search/search.ts'
import { keepCalldata } from '#lib/evm/simulation/keep-calldata.ts'
import { simulatedCall, simulation } from '#lib/evm/simulation/simulation.ts'
import { erc20Approvals, erc20Burns, erc20Transfers } from '#lib/evm/token/erc20-events.ts'
import { erc20Metadata } from '#lib/evm/token/erc20-metadata.ts'
import { tokenHolders } from '#lib/evm/token/token-holders.ts'
import { tokenList } from '#lib/evm/token/token-list.ts'
import { tokenOwners } from '#lib/evm/token/token-owners.ts'
import { tokenStatistics } from '#lib/evm/token/token-statistics.ts'
import { tokenTransfers, walletTokenTransfers } from '#lib/evm/token/token-transfers.ts'
import { callFrame, callTree } from '#lib/evm/trace/call-tree.ts'
import { chainInternalTransfers } from '#lib/evm/trace/chain-internal-transfers.ts'
import { internalTransfers } from '#lib/evm/trace/internal-transfers.ts'
import { stateChanges } from '#lib/evm/trace/state-changes.ts'
import { transactionGas } from '#lib/evm/trace/transaction-gas.ts'
import { latestTransactions } from '#lib/evm/transaction/latest-transactions.ts'
import { pendingTransaction } from '#lib/evm/transaction/pending-transaction.ts'
import { pendingTransactions } from '#lib/evm/transaction/pending-transactions.ts'
import { senderNeighbours } from '#lib/evm/transaction/sender-neighbours.ts'
import { transaction } from '#lib/evm/transaction/transaction.ts'
import { transactionMoves } from '#lib/evm/transaction/transaction-moves.ts'
import { transactionProof } from '#lib/evm/transaction/transaction-proof.ts'
import { transactionVerbose } from '#lib/evm/transaction/transaction-verbose.ts'
import { foundErc20Transfers, foundNftTransfers } from '#lib/evm/transfers/found-transfers.ts'
import { addressUserOperations } from '#lib/evm/user-operation/address-operations.ts'
import { transactionUserOperations } from '#lib/evm/user-operation/user-operations.ts'
import { giveContractAbi, removeContractAbi } from '#lib/evm/verification/given-abi.ts'
import { addressKind } from '#lib/evm/wallet/address-kind.ts'
import { walletHistory } from '#lib/evm/wallet/history/wallet-history.ts'
import { walletTransactions } from '#lib/evm/wallet/wallet-transactions.ts'
import { walletTransactionsVerbose } from '#lib/evm/wallet/wallet-transactions-verbose.ts'

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
    searchNfts: searchNfts(context),
    nativeBalance: nativeBalance(context),
    walletTokenBalances: walletTokenBalances(context),
    walletTokens: walletTokens(context),
    walletHistory: walletHistory(context),
    walletApprovals: walletApprovals(context),
    walletTokenTransfers: walletTokenTransfers(context),
    tokenTransfers: tokenTransfers(context),
    tokenOwners: tokenOwners(context),
    tokenMetadata: erc20Metadata(context),
    dateToBlock: dateToBlock(context),
    blockContents: blockContents(context),
    resolveAddress: resolveAddress(context),
    resolveEnsDomain: resolveEnsDomain(context),
  }
}

/** The endpoints of the explorer that the index serves: all of them. */
export const createEvmExplorerService = (options: EvmServiceOptions): Service<EvmExplorerApi> => {
  const context = contextOf(options)
  const creation = contractCreation(context)
  return {
    evmChains: chainStates(context),
    evmBlocks: blocks(context),
    evmBlock: block(context),
    evmBlockTransactions: blockTransactions(context),
    evmContracts: createdContracts(context),
    evmVerifiedContracts: verifiedContracts(context),
    evmWithdrawals: withdrawals(context),
    evmBlobTransactions: blobTransactions(context),
    evmUncles: uncles(context),
    evmTransactions: latestTransactions(context),
    evmActivity: activity(context),
    evmGas: gasPrices(context),
    evmBlockRewards: blockRewards(context),
    evmBlockChecks: blockChecks(context),
    evmTransactionProof: transactionProof(context),
    evmSenderNeighbours: senderNeighbours(context),
    evmPendingTransaction: pendingTransaction(context),
    evmTopAccounts: topAccounts(context),
    evmPendingTransactions: pendingTransactions(context),
    evmTransactionMoves: transactionMoves(context),
    evmKnownAddresses: knownAddresses(context),
    evmCallTree: callTree(context),
    evmCallFrame: callFrame(context),
    evmSentTransaction: sentTransaction(context),
    evmUserOperations: transactionUserOperations(context),
    evmTransactionGas: transactionGas(context),
    evmStateChanges: stateChanges(context),
    evmSimulation: simulation(context),
    evmSimulatedCall: simulatedCall(context),
    evmSearch: search(context),
    evmCollections: collections(context),
    evmCollection: collection(context),
    evmCollectionStatistics: collectionStatistics(context),
    evmCollectionTransfers: collectionTransfers(context),
    evmCollectionOwnership: collectionOwnership(context),
    evmTokens: tokenList(context),
    evmNftCollections: nftCollectionList(context),
    evmToken: tokenStatistics(context),
    evmTokenHolders: tokenHolders(context),
    evmContractRating: contractRating(context),
    evmNftOwners: nftOwners(context),
    evmNftState: nftState(context),
    evmNftRefresh: nftRefresh(context),
    evmHoldings: holdings(context),
    evmChainInternalTransfers: chainInternalTransfers(context),
    evmInternalTransfers: internalTransfers(context),
    evmApprovals: approvals(context),
    evmErc20Transfers: foundErc20Transfers(context),
    evmNftTransfers: foundNftTransfers(context),
    evmAddressName: addressName(context),
    evmBalanceHistory: balanceHistory(context),
    evmAddress: addressKind(context),
    evmContract: contract(context),
    evmContractCreation: creation,
    evmContractStorage: contractStorage(context),
    evmContractCreationCode: contractCreationCode(context, creation),
    evmContractFunctions: listContractFunctions(context),
    evmContractCalls: contractCalls(context),
    evmContractCode: contractCode(context),
    evmContractSource: contractSource(context),
    evmGiveContractAbi: giveContractAbi(context),
    evmKeepCalldata: keepCalldata(context),
    evmRemoveContractAbi: removeContractAbi(context),
    evmContractInstructions: contractInstructions(context),
    evmAddressUserOperations: addressUserOperations(context),
    evmLogs: logs(context),
    evmContractEvents: contractEvents(context),
  }
}

import type { Service } from '#lib/api/endpoint.ts'
import { createBackfill } from '#lib/evm/backfill/request-history.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import type { EvmApi } from '#lib/evm/contract/interface/api.ts'
import { createEvmCoverage } from '#lib/evm/coverage/evm-coverage.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { approvals } from './approvals/approvals.ts'
import { balanceHistory } from './balance-history/balance-history.ts'
import { block } from './block/block.ts'
import { blockChecks } from './block/block-checks.ts'
import { blockRewards } from './block/block-rewards.ts'
import { blockTransactions } from './block/block-transactions.ts'
import { blocks } from './block/blocks.ts'
import { dateToBlock } from './block/date-to-block.ts'
import { activity } from './chain/activity.ts'
import { blobTransactions } from './chain/blob-transactions.ts'
import { chainStates } from './chain/chain-states.ts'
import { createdContracts } from './chain/created-contracts.ts'
import { gasPrices } from './chain/gas-prices.ts'
import { uncles } from './chain/uncles.ts'
import { verifiedContracts } from './chain/verified-contracts.ts'
import { withdrawals } from './chain/withdrawals.ts'
import { collection, collections } from './collection/backfill-progress.ts'
import { collectionOwnership } from './collection/collection-ownership.ts'
import { collectionStatistics } from './collection/collection-statistics.ts'
import { contractRating } from './collection/ratings.ts'
import { contract } from './contract/contract.ts'
import { contractCalls } from './contract/contract-calls.ts'
import { contractCode } from './contract/contract-code.ts'
import { contractCreation } from './contract/contract-creation.ts'
import { listContractFunctions } from './contract/contract-functions.ts'
import { contractInstructions } from './contract/contract-instructions.ts'
import { contractSource } from './contract/contract-source.ts'
import { contractCreationCode } from './contract/creation-code.ts'
import { giveContractAbi, removeContractAbi } from './contract/given-abi.ts'
import { erc20Approvals, erc20Burns, erc20Transfers } from './erc20/erc20-events.ts'
import { tokenTransfers, walletTokenTransfers } from './erc20/token-transfers.ts'
import { foundErc20Transfers, foundNftTransfers } from './found-transfers/found-transfers.ts'
import { walletHistory } from './history/wallet-history.ts'
import { holdings } from './holdings/address-holdings.ts'
import { addressKind } from './holdings/address-kind.ts'
import { erc20Metadata } from './holdings/erc20-metadata.ts'
import { nativeBalance } from './holdings/native-balance.ts'
import { topAccounts } from './holdings/top-accounts.ts'
import { walletApprovals } from './holdings/wallet-approvals.ts'
import { walletTokenBalances } from './holdings/wallet-token-balances.ts'
import { walletTokens } from './holdings/wallet-tokens.ts'
import { callFrame, callTree } from './inside/call-tree.ts'
import { stateChanges } from './inside/state-changes.ts'
import { transactionGas } from './inside/transaction-gas.ts'
import { contractEvents } from './logs/contract-events.ts'
import { logs } from './logs/logs.ts'
import { addressName } from './names/address-name.ts'
import { knownAddresses } from './names/known-addresses.ts'
import { resolveAddress, resolveEnsDomain } from './names/resolve.ts'
import { contractNftOwners } from './nft/contract-nft-owners.ts'
import { contractNfts } from './nft/contract-nfts.ts'
import { nftMetadata } from './nft/nft-metadata.ts'
import { nftOwners } from './nft/nft-owners.ts'
import { nftRefresh, nftState } from './nft/nft-refresh.ts'
import { walletNfts } from './nft/wallet-nfts.ts'
import { blockNftTransfers } from './nft-transfer/block-nft-transfers.ts'
import { collectionTransfers } from './nft-transfer/collection-transfers.ts'
import { walletNftTransfers } from './nft-transfer/wallet-nft-transfers.ts'
import type { EvmQueryContext } from './parts/context.ts'
import { createInternalCallsCache } from './parts/internal-calls-cache.ts'
import { createReplays } from './parts/replays/replays.ts'
import { createStateReads } from './parts/state-reads.ts'
import { search } from './search/search.ts'
import { searchNfts } from './search/search-nfts.ts'
import { addressUserOperations } from './sent/address-operations.ts'
import { sentTransaction } from './sent/sent-transaction.ts'
import { transactionUserOperations } from './sent/user-operations.ts'
import { keepCalldata } from './simulation/keep-calldata.ts'
import { simulatedCall, simulation } from './simulation/simulation.ts'
import { contractStorage } from './storage/contract-storage.ts'
import { nftCollectionList } from './token/nft-collection-list.ts'
import { tokenHolders } from './token/token-holders.ts'
import { tokenList } from './token/token-list.ts'
import { tokenOwners } from './token/token-owners.ts'
import { tokenStatistics } from './token/token-statistics.ts'
import { blockContents } from './transaction/block-contents.ts'
import { latestTransactions } from './transaction/latest-transactions.ts'
import { pendingTransaction } from './transaction/pending/pending-transaction.ts'
import { pendingTransactions } from './transaction/pending/pending-transactions.ts'
import { senderNeighbours } from './transaction/sender-neighbours.ts'
import { transaction } from './transaction/transaction.ts'
import { transactionMoves } from './transaction/transaction-moves.ts'
import { transactionProof } from './transaction/transaction-proof.ts'
import { transactionVerbose } from './transaction/transaction-verbose.ts'
import { chainInternalTransfers } from './wallet/chain-internal-transfers.ts'
import { internalTransfers } from './wallet/internal-transfers.ts'
import { walletTransactions } from './wallet/wallet-transactions.ts'
import { walletTransactionsVerbose } from './wallet/wallet-transactions-verbose.ts'

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

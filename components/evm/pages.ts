import { entry as blockBlobs } from '#components/evm/block/blobs-page.tsx'
import { entry as blockBlock } from '#components/evm/block/block-page.tsx'
import { entry as blockNftTransfers } from '#components/evm/block/nft-transfers-page.tsx'
import { entry as blockWithdrawals } from '#components/evm/block/withdrawals-page.tsx'
import { entry as eventsEvents } from '#components/evm/events/events-page.tsx'
import { entry as nftCollections } from '#components/evm/nft/collections-page.tsx'
import { entry as nftNft } from '#components/evm/nft/nft-page.tsx'
import { entry as nftSearch } from '#components/evm/nft/search-page.tsx'
import { entry as simulationSimulate } from '#components/evm/simulation/simulate-page.tsx'
import { entry as timelineErc20 } from '#components/evm/timeline/erc20-page.tsx'
import { entry as timelineInternal } from '#components/evm/timeline/internal-page.tsx'
import { entry as timelineNft } from '#components/evm/timeline/nft-page.tsx'
import { entry as timelineTransactions } from '#components/evm/timeline/transactions-page.tsx'
import { entry as tokenErc20 } from '#components/evm/token/erc20-page.tsx'
import { entry as tokenToken } from '#components/evm/token/token-page.tsx'
import { entry as tokenTransfers } from '#components/evm/token/transfers-page.tsx'
import { entry as transactionFunds } from '#components/evm/transaction/funds-page.tsx'
import { entry as transactionProof } from '#components/evm/transaction/proof-page.tsx'
import { entry as transactionRaw } from '#components/evm/transaction/raw-page.tsx'
import { entry as transactionTransaction } from '#components/evm/transaction/transaction-page.tsx'
import { entry as transactionTransfers } from '#components/evm/transaction/transfers-page.tsx'
import { entry as walletOverview } from '#components/evm/wallet/overview-page.tsx'
import { entry as walletTransactions } from '#components/evm/wallet/transactions-page.tsx'
import type { PageEntry } from '#lib/pages/page-definition.ts'
import { entry as walletApprovals } from './approvals/approvals-page.tsx'
import { entry as blockBlocks } from './block/blocks-page.tsx'
import { entry as chainBlobs } from './block/chain-blobs-page.tsx'
import { entry as chainWithdrawals } from './block/chain-withdrawals-page.tsx'
import { entry as chainUncles } from './block/uncles-page.tsx'
import { entry as walletCode } from './contract/code/code-page.tsx'
import { entry as walletContract } from './contract/contract-page.tsx'
import { entry as chainContracts } from './contract/contracts-page.tsx'
import { entry as walletRead } from './contract/read-page.tsx'
import { entry as walletStorage } from './contract/storage-page.tsx'
import { entry as chainVerified } from './contract/verified-page.tsx'
import { entry as walletWrite } from './contract/write-page.tsx'
import { entry as transactionLogs } from './events/logs-page.tsx'
import { entry as walletEvents } from './events/wallet-events-page.tsx'
import { entry as chainGas } from './gas/gas-page.tsx'
import { entry as chainAccounts } from './holdings/accounts-page.tsx'
import { entry as chainChain } from './network/chain-page.tsx'
import { entry as walletNftTransfers } from './nft/nft-transfers-page.tsx'
import { entry as walletNfts } from './nft/nfts-page.tsx'
import { entry as tokenOwners } from './nft/owners-page.tsx'
import { entry as tokenTraits } from './nft/traits-page.tsx'
import { entry as erc20Approvals } from './token/approvals-page.tsx'
import { entry as walletBurns } from './token/burns-page.tsx'
import { entry as erc20Burns } from './token/chain-burns-page.tsx'
import { entry as erc20Transfers } from './token/chain-transfers-page.tsx'
import { entry as tokenHolders } from './token/holders-page.tsx'
import { entry as erc20Tokens } from './token/tokens-page.tsx'
import { entry as walletErc20 } from './token/wallet-erc20-page.tsx'
import { entry as blockInternal } from './trace/block-internal-page.tsx'
import { entry as transactionCalls } from './trace/calls-page.tsx'
import { entry as chainInternal } from './trace/chain-internal-page.tsx'
import { entry as transactionGas } from './trace/gas-page.tsx'
import { entry as transactionState } from './trace/state-page.tsx'
import { entry as transactionInternal } from './trace/transaction-internal-page.tsx'
import { entry as walletInternal } from './trace/wallet-internal-page.tsx'
import { entry as chainPending } from './transaction/pending-page.tsx'
import { entry as chainTransactions } from './transaction/transactions-page.tsx'
import { entry as walletUserOperations } from './user-operation/operations-page.tsx'

/** The pages of EVM chains that show data. */
export const evmPages: readonly PageEntry[] = [
  blockBlobs,
  blockBlock,
  blockBlocks,
  blockInternal,
  blockNftTransfers,
  blockWithdrawals,
  chainAccounts,
  chainBlobs,
  chainChain,
  chainContracts,
  chainGas,
  chainInternal,
  chainPending,
  chainTransactions,
  chainUncles,
  chainVerified,
  chainWithdrawals,
  erc20Approvals,
  erc20Burns,
  erc20Tokens,
  erc20Transfers,
  eventsEvents,
  nftCollections,
  nftNft,
  nftSearch,
  simulationSimulate,
  timelineErc20,
  timelineInternal,
  timelineNft,
  timelineTransactions,
  tokenErc20,
  tokenHolders,
  tokenOwners,
  tokenToken,
  tokenTraits,
  tokenTransfers,
  transactionCalls,
  transactionFunds,
  transactionGas,
  transactionInternal,
  transactionLogs,
  transactionProof,
  transactionRaw,
  transactionState,
  transactionTransaction,
  transactionTransfers,
  walletApprovals,
  walletBurns,
  walletCode,
  walletContract,
  walletErc20,
  walletEvents,
  walletInternal,
  walletNftTransfers,
  walletNfts,
  walletOverview,
  walletRead,
  walletStorage,
  walletUserOperations,
  walletTransactions,
  walletWrite,
]

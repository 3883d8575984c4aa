import { entry as blockBlobs } from '#components/evm/block/blobs-page.tsx'
import { entry as blockBlock } from '#components/evm/block/block-page.tsx'
import { entry as blockInternal } from '#components/evm/block/internal-page.tsx'
import { entry as blockNftTransfers } from '#components/evm/block/nft-transfers-page.tsx'
import { entry as blockWithdrawals } from '#components/evm/block/withdrawals-page.tsx'
import { entry as chainAccounts } from '#components/evm/chain/accounts/accounts-page.tsx'
import { entry as blockBlocks } from '#components/evm/chain/blocks-page.tsx'
import { entry as chainBlobs } from '#components/evm/chain/bodies/blobs-page.tsx'
import { entry as chainUncles } from '#components/evm/chain/bodies/uncles-page.tsx'
import { entry as chainWithdrawals } from '#components/evm/chain/bodies/withdrawals-page.tsx'
import { entry as chainChain } from '#components/evm/chain/chain-page.tsx'
import { entry as chainContracts } from '#components/evm/chain/contracts/contracts-page.tsx'
import { entry as chainVerified } from '#components/evm/chain/contracts/verified-page.tsx'
import { entry as chainGas } from '#components/evm/chain/gas-page.tsx'
import { entry as chainInternal } from '#components/evm/chain/internal-page.tsx'
import { entry as chainPending } from '#components/evm/chain/pending/pending-page.tsx'
import { entry as chainTransactions } from '#components/evm/chain/transactions-page.tsx'
import { entry as erc20Approvals } from '#components/evm/erc20/approvals-page.tsx'
import { entry as erc20Burns } from '#components/evm/erc20/burns-page.tsx'
import { entry as erc20Tokens } from '#components/evm/erc20/tokens-page.tsx'
import { entry as erc20Transfers } from '#components/evm/erc20/transfers-page.tsx'
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
import { entry as tokenHolders } from '#components/evm/token/holders/holders-page.tsx'
import { entry as tokenOwners } from '#components/evm/token/owners-page.tsx'
import { entry as tokenToken } from '#components/evm/token/token-page.tsx'
import { entry as tokenTraits } from '#components/evm/token/traits-page.tsx'
import { entry as tokenTransfers } from '#components/evm/token/transfers-page.tsx'
import { entry as transactionCalls } from '#components/evm/transaction/calls/calls-page.tsx'
import { entry as transactionFunds } from '#components/evm/transaction/funds/funds-page.tsx'
import { entry as transactionGas } from '#components/evm/transaction/gas/gas-page.tsx'
import { entry as transactionInternal } from '#components/evm/transaction/internal-page.tsx'
import { entry as transactionLogs } from '#components/evm/transaction/logs-page.tsx'
import { entry as transactionProof } from '#components/evm/transaction/proof-page.tsx'
import { entry as transactionRaw } from '#components/evm/transaction/raw-page.tsx'
import { entry as transactionState } from '#components/evm/transaction/state/state-page.tsx'
import { entry as transactionTransaction } from '#components/evm/transaction/transaction-page.tsx'
import { entry as transactionTransfers } from '#components/evm/transaction/transfers-page.tsx'
import { entry as walletApprovals } from '#components/evm/wallet/approvals-page.tsx'
import { entry as walletBurns } from '#components/evm/wallet/burns-page.tsx'
import { entry as walletCode } from '#components/evm/wallet/code/code-page.tsx'
import { entry as walletContract } from '#components/evm/wallet/contract-page.tsx'
import { entry as walletErc20 } from '#components/evm/wallet/erc20-page.tsx'
import { entry as walletEvents } from '#components/evm/wallet/events/events-page.tsx'
import { entry as walletInternal } from '#components/evm/wallet/internal-page.tsx'
import { entry as walletNftTransfers } from '#components/evm/wallet/nft-transfers-page.tsx'
import { entry as walletNfts } from '#components/evm/wallet/nfts-page.tsx'
import { entry as walletUserOperations } from '#components/evm/wallet/operations/operations-page.tsx'
import { entry as walletOverview } from '#components/evm/wallet/overview-page.tsx'
import { entry as walletRead } from '#components/evm/wallet/read-page.tsx'
import { entry as walletStorage } from '#components/evm/wallet/storage/storage-page.tsx'
import { entry as walletTransactions } from '#components/evm/wallet/transactions-page.tsx'
import { entry as walletWrite } from '#components/evm/wallet/write/write-page.tsx'
import type { PageEntry } from '#lib/pages/page-definition.ts'

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

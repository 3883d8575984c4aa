import type { Routes } from '#lib/api/route.ts'

/** The API endpoints that pages call from a browser or name as their source. Separate, so that browsers load no others. */
export const evmPageRoutes = {
  walletNftTransfers: { method: 'GET', path: '/api/v2/:address/nft/transfers', paged: 'cursor' },
  searchNfts: { method: 'GET', path: '/api/v2/nft/search', paged: 'cursor' },
  walletTransactions: { method: 'GET', path: '/api/v2/:address', paged: 'cursor' },
  contractNfts: { method: 'GET', path: '/api/v2/nft/:address', paged: 'cursor' },
  contractNftOwners: { method: 'GET', path: '/api/v2/nft/:address/owners', paged: 'cursor' },
  blockNftTransfers: { method: 'GET', path: '/api/v2/block/:block_number_or_hash/nft/transfers', paged: 'cursor' },
  erc20Burns: { method: 'GET', path: '/api/v2/erc20/burns', paged: 'cursor' },
  walletNfts: { method: 'GET', path: '/api/v2/:address/nft', paged: 'cursor' },
  erc20Transfers: { method: 'GET', path: '/api/v2/erc20/transfers', paged: 'cursor' },
  erc20Approvals: { method: 'GET', path: '/api/v2/erc20/approvals', paged: 'cursor' },
  transactionVerbose: { method: 'GET', path: '/api/v2/transaction/:transaction_hash/verbose' },
  transaction: { method: 'GET', path: '/api/v2/transaction/:transaction_hash' },
  walletHistory: { method: 'GET', path: '/api/v2/wallets/:address/history', paged: 'cursor' },
  walletApprovals: { method: 'GET', path: '/api/v2/wallets/:address/approvals', paged: 'cursor' },
  nftMetadata: { method: 'GET', path: '/api/v2/nft/:address/:token_id' },
} as const satisfies Routes

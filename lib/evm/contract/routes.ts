import type { Routes } from '#lib/api/route.ts'

/** E1–E14 of the interface: paths as a caller writes them after `{evm_base_url}`. Free of schemas: browsers import this. */
export const evmRoutes = {
  walletNftTransfers: { method: 'GET', path: '/api/v2/:address/nft/transfers', paged: 'cursor' },
  walletTransactionsVerbose: { method: 'GET', path: '/api/v2/:address/verbose', paged: 'cursor' },
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
  nftMetadata: { method: 'GET', path: '/api/v2/nft/:address/:token_id' },
} as const satisfies Routes

/** `/api/v2.2` is the same API, except that a parameter that an endpoint lacks is refused there. */
export const evmPlace = { rewrite: { '/api/v2.2': '/api/v2' }, strict: ['/api/v2.2'] } as const

import type { Routes } from '#lib/api/route.ts'

/** Endpoints that our pages need besides the interface, under `/api/explorer`. */
export const evmExplorerRoutes = {
  evmChains: { method: 'GET', path: '/evm/chains' },
  evmBlocks: { method: 'GET', path: '/evm/blocks', paged: 'cursor' },
  evmBlock: { method: 'GET', path: '/evm/blocks/:block_number_or_hash' },
  evmBlockTransactions: { method: 'GET', path: '/evm/blocks/:block_number_or_hash/transactions', paged: 'cursor' },
  evmBlockChecks: { method: 'GET', path: '/evm/blocks/:block_number_or_hash/checks' },
  evmTransactions: { method: 'GET', path: '/evm/transactions', paged: 'cursor' },
  evmTransactionProof: { method: 'GET', path: '/evm/transactions/:transaction_hash/proof' },
  evmSenderNeighbours: { method: 'GET', path: '/evm/transactions/:transaction_hash/neighbours' },
  evmActivity: { method: 'GET', path: '/evm/activity' },
  evmSearch: { method: 'GET', path: '/evm/search' },
  evmCollections: { method: 'GET', path: '/evm/collections' },
  evmCollection: { method: 'GET', path: '/evm/collections/:address' },
  evmCollectionStatistics: { method: 'GET', path: '/evm/collections/:address/statistics' },
  evmCollectionTransfers: { method: 'GET', path: '/evm/collections/:address/transfers', paged: 'cursor' },
  evmCollectionOwnership: { method: 'GET', path: '/evm/collections/:address/ownership' },
  evmTokens: { method: 'GET', path: '/evm/tokens', paged: 'cursor' },
  evmToken: { method: 'GET', path: '/evm/tokens/:address' },
  evmTokenHolders: { method: 'GET', path: '/evm/tokens/:address/holders', paged: 'cursor' },
  evmContractRating: { method: 'GET', path: '/evm/contracts/:address/rating' },
  evmNftOwners: { method: 'GET', path: '/evm/nfts/:address/:token_id/owners', paged: 'cursor' },
  evmNftState: { method: 'GET', path: '/evm/nfts/:address/:token_id/state' },
  evmHoldings: { method: 'GET', path: '/evm/addresses/:address/holdings' },
  evmNftRefresh: { method: 'POST', path: '/evm/nfts/:address/:token_id/refresh' },
} as const satisfies Routes

import type { Routes } from '#lib/api/route.ts'

/** The explorer's endpoints that pages call from a browser. Separate, so that browsers load no others. */
export const evmExplorerPageRoutes = {
  evmChains: { method: 'GET', path: '/evm/chains' },
  evmBlocks: { method: 'GET', path: '/evm/blocks', paged: 'cursor' },
  evmBlockTransactions: { method: 'GET', path: '/evm/blocks/:block_number_or_hash/transactions', paged: 'cursor' },
  evmBlockChecks: { method: 'GET', path: '/evm/blocks/:block_number_or_hash/checks' },
  evmTransactions: { method: 'GET', path: '/evm/transactions', paged: 'cursor' },
  evmTransactionProof: { method: 'GET', path: '/evm/transactions/:transaction_hash/proof' },
  evmCollections: { method: 'GET', path: '/evm/collections' },
  evmCollection: { method: 'GET', path: '/evm/collections/:address' },
  evmCollectionTransfers: { method: 'GET', path: '/evm/collections/:address/transfers', paged: 'cursor' },
  evmTokens: { method: 'GET', path: '/evm/tokens', paged: 'cursor' },
  evmTokenHolders: { method: 'GET', path: '/evm/tokens/:address/holders', paged: 'cursor' },
  evmInternalTransfers: { method: 'GET', path: '/evm/addresses/:address/internal', paged: 'cursor' },
  evmNftOwners: { method: 'GET', path: '/evm/nfts/:address/:token_id/owners', paged: 'cursor' },
  evmNftState: { method: 'GET', path: '/evm/nfts/:address/:token_id/state' },
  evmNftRefresh: { method: 'POST', path: '/evm/nfts/:address/:token_id/refresh' },
} as const satisfies Routes

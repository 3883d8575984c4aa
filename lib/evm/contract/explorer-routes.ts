import type { Routes } from '#lib/api/route.ts'
import { evmExplorerPageRoutes } from './explorer-page-routes.ts'

/** Endpoints that our pages need besides the interface, under `/api/explorer`. */
export const evmExplorerRoutes = {
  ...evmExplorerPageRoutes,
  evmBlock: { method: 'GET', path: '/evm/blocks/:block_number_or_hash' },
  evmSenderNeighbours: { method: 'GET', path: '/evm/transactions/:transaction_hash/neighbours' },
  evmActivity: { method: 'GET', path: '/evm/activity' },
  evmSearch: { method: 'GET', path: '/evm/search' },
  evmCollectionStatistics: { method: 'GET', path: '/evm/collections/:address/statistics' },
  evmCollectionOwnership: { method: 'GET', path: '/evm/collections/:address/ownership' },
  evmToken: { method: 'GET', path: '/evm/tokens/:address' },
  evmContractRating: { method: 'GET', path: '/evm/contracts/:address/rating' },
  evmAddressName: { method: 'GET', path: '/evm/addresses/:address/name' },
  evmBalanceHistory: { method: 'GET', path: '/evm/addresses/:address/balance-history', paged: 'cursor' },
  evmAddress: { method: 'GET', path: '/evm/addresses/:address' },
  evmHoldings: { method: 'GET', path: '/evm/addresses/:address/holdings' },
} as const satisfies Routes

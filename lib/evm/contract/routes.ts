import type { Routes } from '#lib/api/route.ts'
import { evmPageRoutes } from './page-routes.ts'

/** Every endpoint of the interface: paths as a caller writes them after `{evm_base_url}`. */
export const evmRoutes = {
  ...evmPageRoutes,
  walletTransactionsVerbose: { method: 'GET', path: '/api/v2/:address/verbose', paged: 'cursor' },
  nativeBalance: { method: 'GET', path: '/api/v2/:address/balance' },
  walletTokenBalances: { method: 'GET', path: '/api/v2/:address/erc20' },
  walletTokens: { method: 'GET', path: '/api/v2/wallets/:address/tokens', paged: 'cursor' },
  walletTokenTransfers: { method: 'GET', path: '/api/v2/:address/erc20/transfers', paged: 'cursor' },
  tokenTransfers: { method: 'GET', path: '/api/v2/erc20/:address/transfers', paged: 'cursor' },
  tokenMetadata: { method: 'GET', path: '/api/v2/erc20/metadata' },
  dateToBlock: { method: 'GET', path: '/api/v2/dateToBlock' },
  blockContents: { method: 'GET', path: '/api/v2/block/:block_number_or_hash' },
  tokenOwners: { method: 'GET', path: '/api/v2/erc20/:token_address/owners', paged: 'cursor' },
  resolveAddress: { method: 'GET', path: '/api/v2/resolve/:address/reverse' },
  resolveEnsDomain: { method: 'GET', path: '/api/v2/resolve/ens/:domain' },
} as const satisfies Routes

/** `/api/v2.2` is the same API, except that a parameter that an endpoint lacks is refused there. */
export const evmPlace = { rewrite: { '/api/v2.2': '/api/v2' }, strict: ['/api/v2.2'] } as const

export const walletTransactionsVerbose = {
  method: 'GET',
  path: '/api/v2/:address/verbose',
  paged: 'cursor',
} as const
export const walletHistory = {
  method: 'GET',
  path: '/api/v2/wallets/:address/history',
  paged: 'cursor',
} as const
export const walletApprovals = {
  method: 'GET',
  path: '/api/v2/wallets/:address/approvals',
  paged: 'cursor',
} as const
export const nativeBalance = { method: 'GET', path: '/api/v2/:address/balance' } as const
export const walletTokenBalances = { method: 'GET', path: '/api/v2/:address/erc20' } as const
export const walletTokens = {
  method: 'GET',
  path: '/api/v2/wallets/:address/tokens',
  paged: 'cursor',
} as const
export const walletTokenTransfers = {
  method: 'GET',
  path: '/api/v2/:address/erc20/transfers',
  paged: 'cursor',
} as const

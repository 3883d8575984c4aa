export const evmAddress = { method: 'GET', path: '/evm/addresses/:address' } as const
export const evmKnownAddresses = { method: 'GET', path: '/evm/known-addresses' } as const
export const evmAddressName = { method: 'GET', path: '/evm/addresses/:address/name' } as const
export const evmHoldings = { method: 'GET', path: '/evm/addresses/:address/holdings' } as const
export const evmBalanceHistory = {
  method: 'GET',
  path: '/evm/addresses/:address/balance-history',
  paged: 'cursor',
} as const
export const evmInternalTransfers = {
  method: 'GET',
  path: '/evm/addresses/:address/internal',
  paged: 'cursor',
} as const
export const evmAddressUserOperations = {
  method: 'GET',
  path: '/evm/addresses/:address/user-operations',
  paged: 'cursor',
} as const
export const evmApprovals = { method: 'GET', path: '/evm/addresses/:address/approvals', paged: 'cursor' } as const

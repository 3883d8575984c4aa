export const erc20Transfers = {
  method: 'GET',
  path: '/api/v2/erc20/transfers',
  paged: 'cursor',
} as const
export const erc20Approvals = {
  method: 'GET',
  path: '/api/v2/erc20/approvals',
  paged: 'cursor',
} as const
export const erc20Burns = { method: 'GET', path: '/api/v2/erc20/burns', paged: 'cursor' } as const
export const tokenTransfers = {
  method: 'GET',
  path: '/api/v2/erc20/:address/transfers',
  paged: 'cursor',
} as const
export const tokenMetadata = { method: 'GET', path: '/api/v2/erc20/metadata' } as const
export const tokenOwners = {
  method: 'GET',
  path: '/api/v2/erc20/:token_address/owners',
  paged: 'cursor',
} as const

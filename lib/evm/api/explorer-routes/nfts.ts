export const evmNftOwners = {
  method: 'GET',
  path: '/evm/nfts/:address/:token_id/owners',
  paged: 'cursor',
} as const
export const evmNftState = { method: 'GET', path: '/evm/nfts/:address/:token_id/state' } as const
export const evmNftRefresh = { method: 'POST', path: '/evm/nfts/:address/:token_id/refresh' } as const

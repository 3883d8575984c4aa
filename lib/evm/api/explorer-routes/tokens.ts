export const evmTokens = { method: 'GET', path: '/evm/tokens', paged: 'cursor' } as const
export const evmToken = { method: 'GET', path: '/evm/tokens/:address' } as const
export const evmTokenHolders = {
  method: 'GET',
  path: '/evm/tokens/:address/holders',
  paged: 'cursor',
} as const

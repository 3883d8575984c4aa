export const evmCollections = { method: 'GET', path: '/evm/collections' } as const
export const evmCollection = { method: 'GET', path: '/evm/collections/:address' } as const
export const evmCollectionStatistics = {
  method: 'GET',
  path: '/evm/collections/:address/statistics',
} as const
export const evmCollectionOwnership = {
  method: 'GET',
  path: '/evm/collections/:address/ownership',
} as const

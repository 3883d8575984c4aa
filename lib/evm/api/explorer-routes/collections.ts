export const evmCollectionTransfers = {
  method: 'GET',
  path: '/evm/collections/:address/transfers',
  paged: 'cursor',
} as const
export const evmNftCollections = { method: 'GET', path: '/evm/nft-collections', paged: 'cursor' } as const

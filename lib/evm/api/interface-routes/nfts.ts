export const walletNfts = { method: 'GET', path: '/api/v2/:address/nft', paged: 'cursor' } as const
export const searchNfts = { method: 'GET', path: '/api/v2/nft/search', paged: 'cursor' } as const
export const contractNfts = { method: 'GET', path: '/api/v2/nft/:address', paged: 'cursor' } as const
export const contractNftOwners = {
  method: 'GET',
  path: '/api/v2/nft/:address/owners',
  paged: 'cursor',
} as const
export const blockNftTransfers = {
  method: 'GET',
  path: '/api/v2/block/:block_number_or_hash/nft/transfers',
  paged: 'cursor',
} as const
export const nftMetadata = { method: 'GET', path: '/api/v2/nft/:address/:token_id' } as const

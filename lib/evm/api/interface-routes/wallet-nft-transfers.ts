/** In a module of its own, for the pages that load nothing else of NFTs. */
export const walletNftTransfers = {
  method: 'GET',
  path: '/api/v2/:address/nft/transfers',
  paged: 'cursor',
} as const

/* Routes of NFTs, in a module of their own: a browser loads all of a module that its page imports. */

export const collectionNftTransfers = {
  method: 'GET',
  path: '/nfts/transfers/collections/:collection_data_id_hash',
  paged: 'cursor',
} as const
export const creatorNftTransfers = {
  method: 'GET',
  path: '/nfts/transfers/creators',
  paged: 'cursor',
} as const
export const walletNftTransfers = {
  method: 'GET',
  path: '/wallets/nfts/transfers',
  aliases: ['/nfts/transfers/wallets'],
  paged: 'cursor',
} as const
export const nftOwners = { method: 'GET', path: '/nfts/owners', paged: 'cursor' } as const
export const aptosCollections = { method: 'GET', path: '/aptos/collections', paged: 'cursor' } as const
export const aptosCollection = {
  method: 'GET',
  path: '/aptos/collections/:collection_data_id_hash',
} as const
export const aptosCollectionOwners = {
  method: 'GET',
  path: '/aptos/collections/:collection_data_id_hash/owners',
  paged: 'cursor',
} as const
export const aptosCollectionTokens = {
  method: 'GET',
  path: '/aptos/collections/:collection_data_id_hash/tokens',
  paged: 'cursor',
} as const
export const aptosCollectionAttributes = {
  method: 'GET',
  path: '/aptos/collections/:collection_data_id_hash/attributes',
  paged: 'cursor',
} as const
export const aptosCollectionDays = {
  method: 'GET',
  path: '/aptos/collections/:collection_data_id_hash/days',
} as const
export const aptosCreatorCollections = {
  method: 'GET',
  path: '/aptos/creators/:address/collections',
  paged: 'cursor',
} as const
export const aptosToken = { method: 'GET', path: '/aptos/tokens/:token_data_id_hash' } as const
export const aptosTokenTransfers = {
  method: 'GET',
  path: '/aptos/tokens/:token_data_id_hash/transfers',
  paged: 'cursor',
} as const
export const aptosAccountTokens = {
  method: 'GET',
  path: '/aptos/accounts/:address/tokens',
  paged: 'cursor',
} as const

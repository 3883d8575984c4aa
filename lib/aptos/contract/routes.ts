import type { Routes } from '#lib/api/route.ts'

/** A1–A6 of the interface: paths as a caller writes them after `{aptos_base_url}`. Free of schemas: browsers import this. */
export const aptosRoutes = {
  collectionNftTransfers: {
    method: 'GET',
    path: '/nfts/transfers/collections/:collection_data_id_hash',
    paged: 'cursor',
  },
  creatorNftTransfers: { method: 'GET', path: '/nfts/transfers/creators', paged: 'cursor' },
  walletNftTransfers: {
    method: 'GET',
    path: '/wallets/nfts/transfers',
    aliases: ['/nfts/transfers/wallets'],
    paged: 'cursor',
  },
  nftOwners: { method: 'GET', path: '/nfts/owners', paged: 'cursor' },
  blockByVersion: { method: 'GET', path: '/blocks/by_version/:version' },
  blockByHeight: { method: 'GET', path: '/blocks/:block_height' },
} as const satisfies Routes

/** Collections, tokens and holdings, for our pages; part of the routes below. */
export const aptosNftExplorerRoutes = {
  aptosCollection: { method: 'GET', path: '/aptos/collections/:collection_data_id_hash' },
  aptosCollectionOwners: {
    method: 'GET',
    path: '/aptos/collections/:collection_data_id_hash/owners',
    paged: 'cursor',
  },
  aptosCollectionDays: { method: 'GET', path: '/aptos/collections/:collection_data_id_hash/days' },
  aptosCreatorCollections: { method: 'GET', path: '/aptos/creators/:address/collections', paged: 'cursor' },
  aptosToken: { method: 'GET', path: '/aptos/tokens/:token_data_id_hash' },
  aptosTokenTransfers: { method: 'GET', path: '/aptos/tokens/:token_data_id_hash/transfers', paged: 'cursor' },
  aptosAccountTokens: { method: 'GET', path: '/aptos/accounts/:address/tokens', paged: 'cursor' },
} as const satisfies Routes

/** Endpoints that our pages need besides the interface, under `/api/explorer`. */
export const aptosExplorerRoutes = {
  ...aptosNftExplorerRoutes,
  aptosStatus: { method: 'GET', path: '/aptos/status' },
  aptosBlocks: { method: 'GET', path: '/aptos/blocks' },
  aptosTransaction: { method: 'GET', path: '/aptos/transactions/:transaction_hash' },
  aptosAccount: { method: 'GET', path: '/aptos/accounts/:address' },
  aptosAccountTransactions: { method: 'GET', path: '/aptos/accounts/:address/transactions', paged: 'cursor' },
} as const satisfies Routes

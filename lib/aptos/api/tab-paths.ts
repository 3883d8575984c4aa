import { pagePath } from '#lib/api/page-path.ts'

/** Further pages of Aptos. Separate from `aptosPaths`, because every page of a browser needs only that. */
export const aptosTabPaths = {
  accountNfts: pagePath('/aptos/account/:address/nfts'),
  accountNftTransfers: pagePath('/aptos/account/:address/nft-transfers'),
  accountResources: pagePath('/aptos/account/:address/resources'),
  accountModules: pagePath('/aptos/account/:address/modules'),
  module: pagePath('/aptos/account/:address/modules/:module'),
  accountAssets: pagePath('/aptos/account/:address/assets'),
  accountTransfers: pagePath('/aptos/account/:address/transfers'),
  asset: pagePath('/aptos/asset/:type'),
  assetHolders: pagePath('/aptos/asset/:type/holders'),
  transactionState: pagePath('/aptos/txn/:version/state'),
  collectionTokens: pagePath('/aptos/collection/:id/tokens'),
  collectionTraits: pagePath('/aptos/collection/:id/traits'),
  collectionOwners: pagePath('/aptos/collection/:id/owners'),
  creatorCollections: pagePath('/aptos/creator/:address/collections'),
}

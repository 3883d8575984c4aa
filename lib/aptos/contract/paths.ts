import { pagePath } from '#lib/api/page-path.ts'

/** The pages of Aptos. */
export const aptosPaths = {
  network: pagePath('/aptos'),
  validators: pagePath('/aptos/validators'),
  block: pagePath('/aptos/block/:height'),
  transaction: pagePath('/aptos/txn/:version'),
  account: pagePath('/aptos/account/:address'),
  accountNfts: pagePath('/aptos/account/:address/nfts'),
  accountNftTransfers: pagePath('/aptos/account/:address/nft-transfers'),
  accountResources: pagePath('/aptos/account/:address/resources'),
  accountModules: pagePath('/aptos/account/:address/modules'),
  module: pagePath('/aptos/account/:address/modules/:module'),
  accountAssets: pagePath('/aptos/account/:address/assets'),
  accountTransfers: pagePath('/aptos/account/:address/transfers'),
  asset: pagePath('/aptos/asset/:type'),
  assetHolders: pagePath('/aptos/asset/:type/holders'),
  collection: pagePath('/aptos/collection/:id'),
  collectionOwners: pagePath('/aptos/collection/:id/owners'),
  creator: pagePath('/aptos/creator/:address'),
  creatorCollections: pagePath('/aptos/creator/:address/collections'),
  token: pagePath('/aptos/token/:id'),
}

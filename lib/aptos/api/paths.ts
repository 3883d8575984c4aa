import { pagePath } from '#lib/api/page-path.ts'

/** The pages of Aptos. */
export const aptosPaths = {
  network: pagePath('/aptos'),
  blocks: pagePath('/aptos/blocks'),
  transactions: pagePath('/aptos/transactions'),
  collections: pagePath('/aptos/collections'),
  assets: pagePath('/aptos/assets'),
  packages: pagePath('/aptos/packages'),
  validators: pagePath('/aptos/validators'),
  block: pagePath('/aptos/block/:height'),
  transaction: pagePath('/aptos/txn/:version'),
  account: pagePath('/aptos/account/:address'),
  collection: pagePath('/aptos/collection/:id'),
  creator: pagePath('/aptos/creator/:address'),
  token: pagePath('/aptos/token/:id'),
}

import { pagePath } from '#lib/api/page-path.ts'

/** Further lists of a whole chain, and of one block. Separate from `evmTabPaths`, which the browser code of every page has. */
export const evmListPaths = {
  contracts: pagePath('/:chain/contracts'),
  verifiedContracts: pagePath('/:chain/contracts/verified'),
  internalTransfers: pagePath('/:chain/internal'),
  pending: pagePath('/:chain/pending'),
  withdrawals: pagePath('/:chain/withdrawals'),
  blobs: pagePath('/:chain/blobs'),
  uncles: pagePath('/:chain/uncles'),
  accounts: pagePath('/:chain/accounts'),
  blockInternal: pagePath('/:chain/block/:block/internal'),
  blockBlobs: pagePath('/:chain/block/:block/blobs'),
}

import { pagePath } from '#lib/api/page-path.ts'

/** The tabs of pages of EVM chains. Separate from `evmPaths`, because a browser needs only that. */
export const evmTabPaths = {
  timelineErc20: pagePath('/wallet/:address/erc20'),
  timelineNfts: pagePath('/wallet/:address/nft-transfers'),
  walletTransactions: pagePath('/:chain/address/:address/transactions'),
  walletNfts: pagePath('/:chain/address/:address/nfts'),
  walletNftTransfers: pagePath('/:chain/address/:address/nft-transfers'),
  walletErc20: pagePath('/:chain/address/:address/erc20'),
  walletInternal: pagePath('/:chain/address/:address/internal'),
  walletBurns: pagePath('/:chain/address/:address/burns'),
  walletApprovals: pagePath('/:chain/address/:address/approvals'),
  transactionTransfers: pagePath('/:chain/tx/:hash/transfers'),
  transactionLogs: pagePath('/:chain/tx/:hash/logs'),
  transactionInternal: pagePath('/:chain/tx/:hash/internal'),
  transactionRaw: pagePath('/:chain/tx/:hash/raw'),
  transactionProof: pagePath('/:chain/tx/:hash/proof'),
  blockNftTransfers: pagePath('/:chain/block/:block/nft-transfers'),
  tokenHolders: pagePath('/:chain/token/:address/holders'),
  tokenOwners: pagePath('/:chain/token/:address/owners'),
  tokenTraits: pagePath('/:chain/token/:address/traits'),
  tokenTransfers: pagePath('/:chain/token/:address/transfers'),
  erc20Burns: pagePath('/:chain/erc20/burns'),
  erc20Approvals: pagePath('/:chain/erc20/approvals'),
}

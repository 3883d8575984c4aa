import { pagePath } from '#lib/api/page-path.ts'

/**
 * The pages of EVM chains that other pages link to; their tabs are in tab-paths.ts. The segments follow EIP-3091, so
 * that wallets can link here.
 */
export const evmPaths = {
  chain: pagePath('/:chain'),
  blocks: pagePath('/:chain/blocks'),
  transactions: pagePath('/:chain/transactions'),
  timeline: pagePath('/wallet/:address'),
  wallet: pagePath('/:chain/address/:address'),
  transaction: pagePath('/:chain/tx/:hash'),
  block: pagePath('/:chain/block/:block'),
  token: pagePath('/:chain/token/:address'),
  nft: pagePath('/:chain/nft/:address/:tokenId'),
  nfts: pagePath('/:chain/nft'),
  nftSearch: pagePath('/:chain/nft/search'),
  tokens: pagePath('/:chain/erc20'),
  erc20Transfers: pagePath('/:chain/erc20/transfers'),
}

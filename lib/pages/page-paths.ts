import { createMatcher, type Routes } from '#lib/api/route.ts'
import { isKeyOf } from '#lib/api/typed-keys.ts'

const page = <Path extends string>(path: Path) => ({ method: 'GET' as const, path })

/** The pages that show data, as patterns. Each is also to be had as data, under its own address with an ending. */
const pagePaths = {
  home: page('/'),
  chain: page('/:chain'),
  timeline: page('/wallet/:address'),
  timelineErc20: page('/wallet/:address/erc20'),
  timelineNfts: page('/wallet/:address/nft-transfers'),
  wallet: page('/:chain/address/:address'),
  walletNfts: page('/:chain/address/:address/nfts'),
  walletNftTransfers: page('/:chain/address/:address/nft-transfers'),
  walletErc20: page('/:chain/address/:address/erc20'),
  walletBurns: page('/:chain/address/:address/burns'),
  walletApprovals: page('/:chain/address/:address/approvals'),
  transaction: page('/:chain/tx/:hash'),
  transactionTransfers: page('/:chain/tx/:hash/transfers'),
  transactionLogs: page('/:chain/tx/:hash/logs'),
  transactionInternal: page('/:chain/tx/:hash/internal'),
  transactionRaw: page('/:chain/tx/:hash/raw'),
  transactionProof: page('/:chain/tx/:hash/proof'),
  block: page('/:chain/block/:block'),
  blockNftTransfers: page('/:chain/block/:block/nft-transfers'),
  token: page('/:chain/token/:address'),
  tokenOwners: page('/:chain/token/:address/owners'),
  tokenTraits: page('/:chain/token/:address/traits'),
  tokenTransfers: page('/:chain/token/:address/transfers'),
  nft: page('/:chain/nft/:address/:tokenId'),
  nftSearch: page('/:chain/nft/search'),
  erc20Transfers: page('/:chain/erc20/transfers'),
  erc20Burns: page('/:chain/erc20/burns'),
  erc20Approvals: page('/:chain/erc20/approvals'),
  aptos: page('/aptos'),
  aptosBlock: page('/aptos/block/:height'),
  aptosTransaction: page('/aptos/txn/:version'),
  aptosAccount: page('/aptos/account/:address'),
  aptosAccountNfts: page('/aptos/account/:address/nfts'),
  aptosAccountNftTransfers: page('/aptos/account/:address/nft-transfers'),
  aptosCollection: page('/aptos/collection/:id'),
  aptosCollectionOwners: page('/aptos/collection/:id/owners'),
  aptosCreator: page('/aptos/creator/:address'),
  aptosCreatorCollections: page('/aptos/creator/:address/collections'),
  aptosToken: page('/aptos/token/:id'),
  search: page('/search'),
  status: page('/status'),
} as const satisfies Routes

export type PageName = keyof typeof pagePaths

const match = createMatcher(pagePaths)
/** Pages of one segment that show no data: not the names of chains. */
const others = /^\/(account|compare|docs|labels|paste|sign-in)$/

export const findPage = (path: string): { name: PageName; parameters: Record<string, string> } | undefined => {
  // Two slashes would begin another host's address where a link is made of the path.
  const isOther = others.test(path) || path.includes('//')
  const found = isOther ? undefined : match('GET', path)
  return found?.kind === 'found' && isKeyOf(pagePaths, found.name)
    ? { name: found.name, parameters: found.parameters }
    : undefined
}

import type { FamilyLinks } from '#components/family.ts'
import { linkedTab } from '#lib/evm/api/linked-tabs.ts'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { withFilters } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { writtenNumber } from '#lib/format/written.ts'

/** A link's query and its chain. */
type Asked = { chain: string; query: URLSearchParams }
type Target = (asked: Asked) => string | undefined

const address = (query: URLSearchParams, name: string): string | undefined => walletAddress(query.get(name) ?? '')

/** A list of the chain, or that of the address in `?a=`. */
const listOr =
  (all: (path: { chain: string }) => string, ofWallet: (path: { chain: string; address: string }) => string): Target =>
  ({ chain, query }) => {
    const wallet = address(query, 'a')
    return wallet ? ofWallet({ chain, address: wallet }) : all({ chain })
  }

const transactions: Target = (asked) => {
  const { chain, query } = asked
  const block = writtenNumber(query.get('block') ?? '')
  return block ? evmPaths.block({ chain, block }) : listOr(evmPaths.transactions, evmTabPaths.walletTransactions)(asked)
}

/** Etherscan's filters: `fadd` and `tadd` are sender and recipient. */
const filtered: Target = ({ chain, query }) => {
  const [from, to] = [address(query, 'fadd'), address(query, 'tadd')]
  const wallet = from ?? to
  if (wallet === undefined) return evmPaths.transactions({ chain })
  return withFilters(evmTabPaths.walletTransactions({ chain, address: wallet }), {
    direction: from ? 'out' : 'in',
    counterparty: from && to,
  })
}

const ofWallet =
  (name: string, path: (path: { chain: string; address: string }) => string): Target =>
  ({ chain, query }) => {
    const wallet = address(query, name)
    return wallet && path({ chain, address: wallet })
  }

const lists: Record<string, Target> = {
  blocks: evmPaths.blocks,
  txs: transactions,
  transactions,
  'advanced-filter': filtered,
  tokens: evmPaths.tokens,
  tokentxns: listOr(evmPaths.erc20Transfers, evmTabPaths.walletErc20),
  'token-transfers': evmPaths.erc20Transfers,
  'tokens-nft': evmPaths.nfts,
  'tokens-nft1155': evmPaths.nfts,
  'nft-top-contracts': evmPaths.nfts,
  nfts: evmPaths.nfts,
  'nft-transfers': listOr(evmPaths.nfts, evmTabPaths.walletNftTransfers),
  nfttransfers: listOr(evmPaths.nfts, evmTabPaths.walletNftTransfers),
  gastracker: evmTabPaths.gas,
  'gas-tracker': evmTabPaths.gas,
  gas: evmTabPaths.gas,
  charts: evmPaths.chain,
  stats: evmPaths.chain,
  txspending: evmListPaths.pending,
  pending: evmListPaths.pending,
  txsinternal: evmListPaths.internalTransfers,
  'internal-txs': evmListPaths.internalTransfers,
  contracts: evmListPaths.contracts,
  contractsverified: evmListPaths.verifiedContracts,
  'verified-contracts': evmListPaths.verifiedContracts,
  accounts: evmListPaths.accounts,
  withdrawals: evmListPaths.withdrawals,
  txsblobs: evmListPaths.blobs,
  blobs: evmListPaths.blobs,
  uncles: evmListPaths.uncles,
  blocks_forked: evmListPaths.uncles,
  readcontract: ofWallet('a', evmTabPaths.walletRead),
  tokenholdings: ofWallet('a', evmPaths.wallet),
  tokenapprovalchecker: ofWallet('search', evmTabPaths.walletApprovals),
}

/** The names of tabs in a link: behind `#`, as `?tab=`, or after the item. */
const tabNames = ({ hash, searchParams, pathname }: URL): string[] => [
  hash.slice(1),
  searchParams.get('tab') ?? '',
  ...pathname.split('/').slice(3),
]

export const evmLinks: FamilyLinks = {
  page: ({ pathname, searchParams }, chain) => {
    const [word = '', ...rest] = pathname.toLowerCase().split('/').filter(Boolean)
    const countdown = word === 'block' && rest[0] === 'countdown' ? writtenNumber(rest[1] ?? '') : undefined
    if (countdown) return evmPaths.block({ chain, block: countdown })
    return rest.length === 0 && Object.hasOwn(lists, word) ? lists[word]?.({ chain, query: searchParams }) : undefined
  },
  tab: (path, link) => {
    const [, chain = '', token = ''] = /^\/([^/]+)\/token\/(0x[^/]+)$/.exec(path) ?? []
    const holder = address(link.searchParams, 'a')
    if (token && holder)
      return withFilters(evmTabPaths.walletErc20({ chain, address: holder }), { contract_addresses: token })
    return tabNames(link)
      .map((name) => linkedTab(path, name))
      .find((tab) => tab !== undefined)
  },
}

import { keysOf } from '#lib/api/typed-keys.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { withFilters } from '#lib/format/filters.ts'

/** What a timeline lists: its title, the name of its rows in the plural, what a wallet without any has sent, and its page below the wallet's, as on one chain. */
export const timelineKinds = {
  transactions: { title: 'Transactions', noun: 'transactions', none: 'nothing', page: '' },
  erc20: { title: 'ERC20 transfers', noun: 'ERC20 transfers', none: 'no ERC20 token', page: '/erc20' },
  nft: { title: 'NFT transfers', noun: 'NFT transfers', none: 'no NFT', page: '/nft-transfers' },
} as const

export type TimelineKind = keyof typeof timelineKinds

const timelinePath = (address: string, kind: TimelineKind): string =>
  evmPaths.timeline({ address }) + timelineKinds[kind].page

/** The pages of a wallet on all chains, each under the same chains and times; what is undefined is left out. */
export const timelineTabs = (address: string, filters: Readonly<Record<string, string | undefined>>) => {
  const given = Object.fromEntries(Object.entries(filters).filter((one) => one[1] !== undefined))
  return keysOf(timelineKinds).map((kind) => ({
    title: timelineKinds[kind].title,
    href: withFilters(timelinePath(address, kind), given),
  }))
}

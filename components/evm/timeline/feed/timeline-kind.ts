import { keysOf } from '#lib/base/typed-keys.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { withFilters } from '#lib/format/filters.ts'

/** A kind of timeline: its title, the plural of its rows, the text for a wallet without any, its path, and that of the tab of one chain. */
export const timelineKinds = {
  transactions: { title: 'Transactions', noun: 'transactions', none: 'nothing', page: '', tab: '/transactions' },
  erc20: { title: 'ERC20 transfers', noun: 'ERC20 transfers', none: 'no ERC20 token', page: '/erc20', tab: '/erc20' },
  nft: { title: 'NFT transfers', noun: 'NFT transfers', none: 'no NFT', page: '/nft-transfers', tab: '/nft-transfers' },
  internal: {
    title: 'Internal transfers',
    noun: 'internal transfers',
    none: 'no native coin moved by contracts',
    page: '/internal',
    tab: '/internal',
  },
} as const

export type TimelineKind = keyof typeof timelineKinds

const timelinePath = (address: string, kind: TimelineKind): string =>
  evmPaths.timeline({ address }) + timelineKinds[kind].page

/** The pages of a wallet on all chains, with the same chains and times; undefined filters are left out. */
export const timelineTabs = (address: string, filters: Readonly<Record<string, string | undefined>>) => {
  const given = Object.fromEntries(Object.entries(filters).filter((one) => one[1] !== undefined))
  return keysOf(timelineKinds).map((kind) => ({
    title: timelineKinds[kind].title,
    href: withFilters(timelinePath(address, kind), given),
  }))
}

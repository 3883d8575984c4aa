import type { FamilyPages } from '#components/family.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { servedChains } from './parts/chain-of.ts'
import { EvmProvider } from './parts/evm-provider.tsx'
import { ledgerLists } from './parts/ledger-lists.ts'
import { evmLinks } from './search/linked-pages.ts'
import { searchEvm } from './search/search-evm.ts'

const inMenu = (menu: string, lists: readonly { title: string; path: string }[]) =>
  lists.map((list) => ({ ...list, menu }))

/** The pages of a chain that are not about an address. */
const listsOf = ({ chain, source }: EvmChainState) => {
  const isHosted = source === 'hosted'
  return [
    ...inMenu('Blockchain', [
      { title: 'Blocks', path: evmPaths.blocks({ chain }) },
      { title: 'Transactions', path: evmPaths.transactions({ chain }) },
      ...(isHosted
        ? []
        : [
            ...ledgerLists({ chain }),
            { title: 'Gas', path: evmTabPaths.gas({ chain }) },
            { title: 'Events', path: evmTabPaths.events({ chain }) },
          ]),
    ]),
    ...inMenu('Tokens', [
      { title: 'ERC20 tokens', path: evmPaths.tokens({ chain }) },
      { title: 'ERC20 transfers', path: evmPaths.erc20Transfers({ chain }) },
      { title: 'ERC20 burns', path: evmTabPaths.erc20Burns({ chain }) },
      { title: 'ERC20 approvals', path: evmTabPaths.erc20Approvals({ chain }) },
    ]),
    ...inMenu('NFTs', [
      { title: 'NFT collections', path: evmPaths.nfts({ chain }) },
      { title: 'NFT search', path: evmPaths.nftSearch({ chain }) },
    ]),
    ...(isHosted ? [] : inMenu('Developers', [{ title: 'Simulate', path: evmTabPaths.simulate({ chain }) }])),
  ]
}

export const evmFamilyPages: FamilyPages = {
  name: 'evm',
  title: 'EVM chains',
  Provider: EvmProvider,
  chains: async (ask) =>
    (await servedChains(ask)).map((state) => {
      const { chain, title, icon, colour } = state
      const path = evmPaths.chain({ chain })
      const { isTestnet, isDevnet } = findChain(chain) ?? {}
      const isTest = isTestnet || isDevnet
      return { family: 'evm', chain, title, icon, colour, isTest, path, lists: listsOf(state) }
    }),
  sharedPaths: [
    '/blocks',
    '/transactions',
    '/contracts',
    '/internal',
    '/pending',
    '/accounts',
    '/withdrawals',
    '/blobs',
    '/uncles',
    '/address/',
    '/erc20/',
    '/nft',
    '/nft/search/',
  ],
  links: evmLinks,
  search: searchEvm,
}

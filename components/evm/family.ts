import type { FamilyPages } from '#components/family.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { servedChains } from './parts/chain-of.ts'
import { EvmProvider } from './parts/evm-provider.tsx'
import { ledgerLists } from './parts/ledger-lists.ts'
import { evmLinks } from './search/linked-pages.ts'
import { searchEvm } from './search/search-evm.ts'

/** The pages of a chain that are not about an address. */
const listsOf = ({ chain, source }: EvmChainState) => [
  { title: 'Blocks', headerTitle: 'Blocks', path: evmPaths.blocks({ chain }) },
  { title: 'Transactions', path: evmPaths.transactions({ chain }) },
  ...(source === 'hosted' ? [] : ledgerLists({ chain })),
  { title: 'NFT collections', headerTitle: 'NFTs', path: evmPaths.nfts({ chain }) },
  { title: 'NFT search', path: evmPaths.nftSearch({ chain }) },
  { title: 'ERC20 tokens', headerTitle: 'Tokens', path: evmPaths.tokens({ chain }) },
  { title: 'ERC20 transfers', path: evmPaths.erc20Transfers({ chain }) },
  { title: 'ERC20 burns', path: evmTabPaths.erc20Burns({ chain }) },
  { title: 'ERC20 approvals', path: evmTabPaths.erc20Approvals({ chain }) },
]

export const evmFamilyPages: FamilyPages = {
  name: 'evm',
  title: 'EVM chains',
  Provider: EvmProvider,
  chains: async (ask) =>
    (await servedChains(ask)).map((state) => {
      const { chain, title, icon, colour } = state
      const path = evmPaths.chain({ chain })
      return { family: 'evm', chain, title, icon, colour, path, lists: listsOf(state) }
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

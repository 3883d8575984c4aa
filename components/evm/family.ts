import type { Family } from '#components/family.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { servedChains } from './parts/chain-of.ts'
import { EvmProvider } from './parts/evm-provider.tsx'
import { evmLinks } from './search/linked-pages.ts'
import { searchEvm } from './search/search-evm.ts'

export const evmFamily: Family = {
  name: 'evm',
  title: 'EVM chains',
  Provider: EvmProvider,
  chains: async (ask) =>
    (await servedChains(ask)).map(({ chain, title, icon, colour }) => ({
      ...{ family: 'evm', chain, title, icon, colour },
      path: evmPaths.chain({ chain }),
    })),
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

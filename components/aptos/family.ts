import type { Family } from '#components/family.ts'
import { server } from '#components/kit/server.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { aptosLinks } from './search/linked-pages.ts'
import { searchAptos } from './search/search-aptos.ts'

export const aptosFamily: Family = {
  name: 'aptos',
  title: 'Aptos',
  // Mainnet and testnet share the pages, which have a switch of their own.
  chains: async () => {
    const { aptos } = await server()
    return aptos.isServed ? [{ family: 'aptos', chain: 'aptos', title: 'Aptos', path: aptosPaths.network() }] : []
  },
  labelChains: [
    { chain: 'aptos', title: 'Aptos' },
    { chain: 'aptos-testnet', title: 'Aptos testnet' },
  ],
  links: aptosLinks,
  search: searchAptos,
}

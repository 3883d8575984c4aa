import type { FamilyPages } from '#components/family.ts'
import { server } from '#components/kit/server.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosLinks } from './search/linked-pages.ts'
import { searchAptos } from './search/search-aptos.ts'

/** Mainnet and testnet share the pages, which have a switch of their own. */
const lists = [
  { title: 'Blocks', path: aptosPaths.blocks(), headerTitle: 'Blocks' },
  { title: 'Transactions', path: aptosPaths.transactions() },
  { title: 'NFT collections', path: aptosPaths.collections(), headerTitle: 'NFTs' },
  { title: 'Coins and fungible assets', path: aptosPaths.assets(), headerTitle: 'Tokens' },
  { title: 'Packages', path: aptosPaths.packages() },
  { title: 'Validators', path: aptosPaths.validators(), headerTitle: 'Validators', isExtra: true },
].map((list) => ({ ...list, keeps: ['network'] }))

export const aptosFamilyPages: FamilyPages = {
  name: 'aptos',
  title: 'Aptos',
  chains: async () => {
    const { aptos } = await server()
    return aptos.isServed
      ? [{ family: 'aptos', chain: 'aptos', title: 'Aptos', path: aptosPaths.network(), lists }]
      : []
  },
  labelChains: [
    { chain: 'aptos', title: 'Aptos' },
    { chain: 'aptos-testnet', title: 'Aptos testnet' },
  ],
  links: aptosLinks,
  search: searchAptos,
}

import type { FamilyPages } from '#components/family.ts'
import { server } from '#components/kit/server.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { chainColour, chainLogo } from '#lib/logos/logos.ts'
import { aptosLinks } from './search/linked-pages.ts'
import { searchAptos } from './search/search-aptos.ts'

/** Mainnet and testnet share the pages, which have a switch of their own. */
const lists = [
  { menu: 'Blockchain', title: 'Blocks', path: aptosPaths.blocks() },
  { menu: 'Blockchain', title: 'Transactions', path: aptosPaths.transactions() },
  { menu: 'Blockchain', title: 'Packages', path: aptosPaths.packages() },
  { menu: 'Blockchain', title: 'Validators', path: aptosPaths.validators() },
  { menu: 'Tokens', title: 'Coins and fungible assets', path: aptosPaths.assets() },
  { menu: 'NFTs', title: 'NFT collections', path: aptosPaths.collections() },
].map((list) => ({ ...list, keeps: ['network'] }))

export const aptosFamilyPages: FamilyPages = {
  name: 'aptos',
  title: 'Aptos',
  chains: async () => {
    const { aptos } = await server()
    return aptos.isServed
      ? [
          {
            ...{ family: 'aptos', chain: 'aptos', title: 'Aptos', path: aptosPaths.network(), lists },
            ...{ icon: chainLogo('aptos'), colour: chainColour('aptos') },
          },
        ]
      : []
  },
  labelChains: [
    { chain: 'aptos', title: 'Aptos' },
    { chain: 'aptos-testnet', title: 'Aptos testnet' },
  ],
  links: aptosLinks,
  search: searchAptos,
}

import { CollectionTokens } from '#components/aptos/parts/lists/token-galleries.tsx'
import { collectionTokenGallery } from '#components/aptos/parts/lists/token-gallery.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { defineCollectionTab } from './collection-tab.tsx'

export const { entry, generateMetadata, Page } = defineCollectionTab({
  path: aptosTabPaths.collectionTokens,
  kind: 'Tokens',
  ask: (input) => callTo(aptosNftExplorerApi.aptosCollectionTokens, input),
  list: collectionTokenGallery,
  List: CollectionTokens,
})

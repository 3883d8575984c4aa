import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { CollectionTokens } from '#components/aptos/parts/lists/token-galleries.tsx'
import { collectionTokenGallery } from '#components/aptos/parts/lists/token-gallery.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { defineCollectionTab } from './collection-tab.tsx'

export const { entry, generateMetadata, Page } = defineCollectionTab({
  path: aptosTabPaths.collectionTokens,
  kind: 'Tokens',
  ask: (input) => aptosExplorerCall('aptosCollectionTokens', input),
  list: collectionTokenGallery,
  List: CollectionTokens,
})

import { collectionOwnerList } from '#components/aptos/parts/lists/holding-lists.tsx'
import { CollectionOwners } from '#components/aptos/parts/lists/holding-pages.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { defineCollectionTab } from './collection-tab.tsx'

export const { entry, generateMetadata, Page } = defineCollectionTab({
  path: aptosTabPaths.collectionOwners,
  kind: 'Owners',
  ask: (input) => callTo(aptosNftExplorerApi.aptosCollectionOwners, input),
  list: collectionOwnerList,
  List: CollectionOwners,
})

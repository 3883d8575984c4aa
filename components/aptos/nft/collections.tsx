'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { aptosCollectionList } from './collection-list.tsx'

/** Pictures are fetched once they are asked for: the list is fetched again until they are here. */
export const Collections = listView(aptosCollectionList, fromAptosExplorer('/aptos/collections').pages, {
  isMoving: (pages) => pages.some(({ result }) => result.some(({ media }) => media?.status === 'processing')),
})

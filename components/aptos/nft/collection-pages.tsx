'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { creatorCollectionList } from './creator-collection-list.tsx'

export const CollectionPages = listView(
  creatorCollectionList,
  fromAptosExplorer('/aptos/creators/:address/collections').pages,
)

'use client'

import { listView } from '#components/kit/list-view.tsx'
import { aptosExplorerQueries } from './aptos-queries.ts'
import { collectionList } from './collection-list.tsx'

export const CollectionPages = listView(collectionList, aptosExplorerQueries.pages.aptosCreatorCollections)

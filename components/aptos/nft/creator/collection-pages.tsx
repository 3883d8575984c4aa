'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { aptosCreatorCollections } from '#lib/aptos/api/nfts.ts'
import { collectionList } from './collection-list.tsx'

export const CollectionPages = listView(collectionList, fromAptosExplorer({ aptosCreatorCollections }).pages)

'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmNftCollections } from '#lib/evm/api/explorer-routes/collections.ts'
import { collectionList } from './collection-list.tsx'

export const ChainCollections = listView(collectionList, fromEvmExplorer({ evmNftCollections }).pages)

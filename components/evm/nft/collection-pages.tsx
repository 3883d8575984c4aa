'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { collectionList } from './collection-list.tsx'

export const ChainCollections = listView(collectionList, fromEvmExplorer('/evm/nft-collections').pages)

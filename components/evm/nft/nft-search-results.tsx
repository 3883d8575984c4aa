'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { nftSearchList } from './nft-search-list.tsx'

export const NftSearchResults = listView(nftSearchList, fromEvm('/api/v2/nft/search').pages)

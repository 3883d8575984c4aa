'use client'

import { listView } from '#components/kit/list-view.tsx'
import { evmQueries } from './evm-queries.ts'
import { nftSearchList } from './nft-search-list.tsx'

export const NftSearchResults = listView(nftSearchList, evmQueries.pages.searchNfts)

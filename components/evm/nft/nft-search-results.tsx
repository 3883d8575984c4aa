'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { searchNfts } from '#lib/evm/api/interface-routes/nfts.ts'
import { nftSearchList } from './nft-search-list.tsx'

export const NftSearchResults = listView(nftSearchList, fromEvm({ searchNfts }).pages)

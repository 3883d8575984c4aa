'use client'

import { listView } from '#components/kit/list-view.tsx'
import { evmExplorerQueries } from './evm-queries.ts'
import { nftHolderList } from './nft-holder-list.tsx'

export const NftHolders = listView(nftHolderList, evmExplorerQueries.pages.evmNftOwners)

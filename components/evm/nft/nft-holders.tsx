'use client'

import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { nftHolderList } from './nft-holder-list.tsx'

export const NftHolders = listView(nftHolderList, evmExplorerQueries.pages.evmNftOwners)

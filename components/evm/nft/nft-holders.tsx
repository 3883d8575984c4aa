'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmNftOwners } from '#lib/evm/api/explorer-routes/nfts.ts'
import { nftHolderList } from './nft-holder-list.tsx'

export const NftHolders = listView(nftHolderList, fromEvmExplorer({ evmNftOwners }).pages)

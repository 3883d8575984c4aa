'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { nftHolderList } from './nft-holder-list.tsx'

export const NftHolders = listView(nftHolderList, fromEvmExplorer('/evm/nfts/:address/:token_id/owners').pages)

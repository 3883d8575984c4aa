'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { nftTransferList } from './nft-transfer-list.ts'

/** NFT transfers of a collection, or of one of its tokens. */
export const ContractNftTransfers = listView(
  nftTransferList,
  fromEvmExplorer('/evm/collections/:address/transfers').pages,
)

'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmCollectionTransfers } from '#lib/evm/api/explorer-routes/collections.ts'
import { nftTransferList } from './nft-transfer-list.ts'

/** NFT transfers of a collection, or of one of its tokens. */
export const ContractNftTransfers = listView(nftTransferList, fromEvmExplorer({ evmCollectionTransfers }).pages)

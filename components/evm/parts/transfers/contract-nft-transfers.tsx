'use client'

import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { nftTransferList } from './transfer-lists.ts'

/** NFT transfers of a collection, or of one of its tokens. */
export const ContractNftTransfers = listView(nftTransferList, evmExplorerQueries.pages.evmCollectionTransfers)

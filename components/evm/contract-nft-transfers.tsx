'use client'

import { listView } from '#components/kit/list-view.tsx'
import { evmExplorerQueries } from './parts/evm-explorer-queries.ts'
import { nftTransferList } from './transfer-lists.ts'

/** NFT transfers of a whole collection, or of one token of it. */
export const ContractNftTransfers = listView(nftTransferList, evmExplorerQueries.pages.evmCollectionTransfers)

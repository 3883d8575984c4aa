'use client'

import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { nftTransferList } from './transfer-lists.ts'

/** NFT transfers of a whole collection, or of one token of it. */
export const ContractNftTransfers = listView(nftTransferList, evmExplorerQueries.pages.evmCollectionTransfers)

'use client'

import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { internalTransferList } from './internal-list.tsx'

/** A wallet's internal transfers. */
export const InternalTransfers = listView(internalTransferList, evmExplorerQueries.pages.evmInternalTransfers)

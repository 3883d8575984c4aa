'use client'

import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { holderList } from './holder-list.tsx'

export const TokenHolders = listView(holderList, evmExplorerQueries.pages.evmTokenHolders)

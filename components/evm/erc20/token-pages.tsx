'use client'

import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { tokenList } from './token-list.tsx'

export const ChainTokens = listView(tokenList, evmExplorerQueries.pages.evmTokens)

'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { tokenList } from './token-list.tsx'

export const ChainTokens = listView(tokenList, fromEvmExplorer('/evm/tokens').pages)

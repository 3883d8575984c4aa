'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmTokens } from '#lib/evm/api/explorer-routes/tokens.ts'
import { tokenList } from './token-list.tsx'

export const ChainTokens = listView(tokenList, fromEvmExplorer({ evmTokens }).pages)

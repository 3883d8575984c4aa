'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmTokenHolders } from '#lib/evm/api/explorer-routes/tokens.ts'
import { holderList } from './holder-list.tsx'

export const TokenHolders = listView(holderList, fromEvmExplorer({ evmTokenHolders }).pages)

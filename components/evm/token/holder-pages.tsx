'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { holderList } from './holder-list.tsx'

export const TokenHolders = listView(holderList, fromEvmExplorer('/evm/tokens/:address/holders').pages)

'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { internalTransferList } from './internal-list.ts'

/** A wallet's internal transfers. */
export const InternalTransfers = listView(
  internalTransferList,
  fromEvmExplorer('/evm/addresses/:address/internal').pages,
)

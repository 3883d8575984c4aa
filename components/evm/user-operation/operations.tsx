'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { askedOnce } from '#components/kit/asked-once.ts'
import { listView } from '#components/kit/list-view.tsx'
import { operationList } from './operation-list.tsx'

/** The ERC-4337 operations of an address. */
export const UserOperationRows = listView(
  operationList,
  askedOnce(fromEvmExplorer('/evm/addresses/:address/user-operations').pages),
)

'use client'

import { evmQueries } from '#components/evm/parts/evm-queries.ts'
import { isSyncing } from '#components/kit/list-page.ts'
import { listView } from '#components/kit/list-view.tsx'
import { ownerList } from './owner-list.tsx'
import { SyncNotice } from './sync-notice.tsx'

export const ContractOwners = listView(ownerList, evmQueries.pages.contractNftOwners, {
  isMoving: isSyncing,
  notice: <SyncNotice />,
})

'use client'

import { SyncNotice } from '#components/evm/parts/coverage/sync-notice.tsx'
import { evmQueries } from '#components/evm/parts/evm-queries.ts'
import { isSyncing } from '#components/kit/list-page.ts'
import { listView } from '#components/kit/list-view.tsx'
import { ownerList } from './owner-list.tsx'

export const ContractOwners = listView(ownerList, evmQueries.pages.contractNftOwners, {
  isMoving: isSyncing,
  notice: <SyncNotice />,
})

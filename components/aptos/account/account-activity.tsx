'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { accountActivityList } from './activity-list.tsx'

export const AptosAccountActivity = listView(
  accountActivityList,
  fromAptosExplorer('/aptos/accounts/:address/activity').pages,
)

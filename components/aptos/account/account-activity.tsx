'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { activityList } from './activity-list.tsx'

export const AccountActivity = listView(activityList, fromAptosExplorer('/aptos/accounts/:address/activity').pages)

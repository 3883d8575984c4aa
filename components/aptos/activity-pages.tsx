'use client'

import { listView } from '#components/kit/list-view.tsx'
import { activityList, collectionActivityList } from './activity-list.tsx'
import { aptosQueries } from './aptos-queries.ts'

const { pages } = aptosQueries

export const CollectionActivity = listView(collectionActivityList, pages.collectionNftTransfers)
export const CreatorActivity = listView(activityList, pages.creatorNftTransfers)
export const AccountActivity = listView(activityList, pages.walletNftTransfers)

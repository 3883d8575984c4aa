'use client'

import { aptosQueries } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { activityList, collectionActivityList } from './activity-list.tsx'

const { pages } = aptosQueries

export const CollectionActivity = listView(collectionActivityList, pages.collectionNftTransfers)
export const CreatorActivity = listView(activityList, pages.creatorNftTransfers)
export const AccountActivity = listView(activityList, pages.walletNftTransfers)

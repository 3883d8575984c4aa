'use client'

import { fromAptos } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { collectionNftTransfers, creatorNftTransfers, walletNftTransfers } from '#lib/aptos/api/nfts.ts'
import { activityList, collectionActivityList } from './activity-list.tsx'

export const CollectionActivity = listView(collectionActivityList, fromAptos({ collectionNftTransfers }).pages)
export const CreatorActivity = listView(activityList, fromAptos({ creatorNftTransfers }).pages)
export const AccountActivity = listView(activityList, fromAptos({ walletNftTransfers }).pages)

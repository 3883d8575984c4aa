'use client'

import { fromAptos } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { activityList, collectionActivityList } from './activity-list.tsx'

export const CollectionActivity = listView(
  collectionActivityList,
  fromAptos('/nfts/transfers/collections/:collection_data_id_hash').pages,
)
export const CreatorActivity = listView(activityList, fromAptos('/nfts/transfers/creators').pages)
export const AccountActivityPages = listView(activityList, fromAptos('/wallets/nfts/transfers').pages)

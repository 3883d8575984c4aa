'use client'

import { fromAptos, fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { collectionOwnerList, ownedTokenList, tokenOwnerList } from './holding-lists.tsx'

export const CollectionOwners = listView(
  collectionOwnerList,
  fromAptosExplorer('/aptos/collections/:collection_data_id_hash/owners').pages,
)
export const TokenOwners = listView(tokenOwnerList, fromAptos('/nfts/owners').pages)
export const OwnedTokens = listView(ownedTokenList, fromAptosExplorer('/aptos/accounts/:address/tokens').pages)

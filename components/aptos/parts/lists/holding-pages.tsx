'use client'

import { fromAptos, fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { aptosAccountTokens, aptosCollectionOwners, nftOwners } from '#lib/aptos/api/nfts.ts'
import { collectionOwnerList, ownedTokenList, tokenOwnerList } from './holding-lists.tsx'

export const CollectionOwners = listView(collectionOwnerList, fromAptosExplorer({ aptosCollectionOwners }).pages)
export const TokenOwners = listView(tokenOwnerList, fromAptos({ nftOwners }).pages)
export const OwnedTokens = listView(ownedTokenList, fromAptosExplorer({ aptosAccountTokens }).pages)

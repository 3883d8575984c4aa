'use client'

import { aptosExplorerQueries, aptosQueries } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { accountTokenList, collectionOwnerList, tokenOwnerList } from './holding-lists.tsx'

const { pages } = aptosExplorerQueries

export const CollectionOwners = listView(collectionOwnerList, pages.aptosCollectionOwners)
export const TokenOwners = listView(tokenOwnerList, aptosQueries.pages.nftOwners)
export const AccountTokens = listView(accountTokenList, pages.aptosAccountTokens)

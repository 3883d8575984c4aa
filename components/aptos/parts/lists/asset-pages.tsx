'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import {
  aptosAccountAssets,
  aptosAccountTransfers,
  aptosAssetHolders,
  aptosAssetTransfers,
} from '#lib/aptos/api/routes.ts'
import { accountAssetList, assetHolderList } from './balance-lists.tsx'
import { accountTransferList, assetTransferList } from './transfer-list.tsx'

export const AccountAssets = listView(accountAssetList, fromAptosExplorer({ aptosAccountAssets }).pages)
export const AccountTransfers = listView(accountTransferList, fromAptosExplorer({ aptosAccountTransfers }).pages)
export const AssetHolders = listView(assetHolderList, fromAptosExplorer({ aptosAssetHolders }).pages)
export const AssetTransfers = listView(assetTransferList, fromAptosExplorer({ aptosAssetTransfers }).pages)

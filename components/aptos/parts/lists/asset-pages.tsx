'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { accountAssetList, assetHolderList } from './balance-lists.tsx'
import { accountTransferList, assetTransferList } from './transfer-list.tsx'

export const AccountAssets = listView(accountAssetList, fromAptosExplorer('/aptos/accounts/:address/assets').pages)
export const AccountTransfers = listView(
  accountTransferList,
  fromAptosExplorer('/aptos/accounts/:address/transfers').pages,
)
export const AssetHolders = listView(assetHolderList, fromAptosExplorer('/aptos/assets/:asset_type/holders').pages)
export const AssetTransfers = listView(
  assetTransferList,
  fromAptosExplorer('/aptos/assets/:asset_type/transfers').pages,
)

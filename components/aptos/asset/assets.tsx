'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { aptosAssets } from '#lib/aptos/api/routes.ts'
import { assetList } from './asset-list.tsx'

export const Assets = listView(assetList, fromAptosExplorer({ aptosAssets }).pages)

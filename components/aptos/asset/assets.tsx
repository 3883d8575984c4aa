'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { assetList } from './asset-list.tsx'

export const Assets = listView(assetList, fromAptosExplorer('/aptos/assets').pages)

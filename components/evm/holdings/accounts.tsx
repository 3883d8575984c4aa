'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { accountList } from './account-list.tsx'

export const TopAccounts = listView(accountList, fromEvmExplorer('/evm/accounts').pages)

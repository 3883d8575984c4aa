'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { prunedEnd } from '#components/aptos/parts/lists/pruned-end.tsx'
import { listView } from '#components/kit/list-view.tsx'
import { accountTransactionList } from './account-transaction-list.tsx'
import { accountActivityList } from './activity-list.tsx'

export const AptosAccountActivity = listView(
  accountActivityList,
  fromAptosExplorer('/aptos/accounts/:address/activity').pages,
)

export const AccountTransactions = listView(
  accountTransactionList,
  fromAptosExplorer('/aptos/accounts/:address/transactions').pages,
  { endOf: prunedEnd },
)

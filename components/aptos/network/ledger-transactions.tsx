'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { prunedEnd } from '#components/aptos/parts/lists/pruned-end.tsx'
import { listView } from '#components/kit/list-view.tsx'
import { functionCallList } from './function-call-list.tsx'
import { packageList } from './package-list.tsx'
import { ledgerTransactionList } from './transaction-list.tsx'

export const LedgerTransactions = listView(ledgerTransactionList, fromAptosExplorer('/aptos/transactions').pages, {
  endOf: prunedEnd,
})

export const FunctionCalls = listView(
  functionCallList,
  fromAptosExplorer('/aptos/functions/:function/transactions').pages,
)

export const Packages = listView(packageList, fromAptosExplorer('/aptos/packages').pages)

'use client'

import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { NotIndexedState } from '#components/ui/states/state.tsx'
import { isServiceError } from '#lib/api/errors.ts'
import { aptosAccountTransactions } from '#lib/aptos/contract/routes.ts'
import { accountTransactionList } from './account-transaction-list.tsx'

/** A node that prunes its ledger has no earlier transactions: that is the end of the list, not a failure. */
const prunedEnd = (error: Error) =>
  isServiceError(error, 'not_available') && (
    <NotIndexedState title="Earlier transactions are not available here">{error.message}</NotIndexedState>
  )

export const AccountTransactions = listView(
  accountTransactionList,
  fromAptosExplorer({ aptosAccountTransactions }).pages,
  { endOf: prunedEnd },
)

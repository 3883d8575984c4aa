'use client'

import { aptosExplorerQueries } from '#components/aptos/parts/aptos-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { isServiceError } from '#lib/api/errors.ts'
import { accountTransactionList } from './account-transaction-list.tsx'

/** A node that prunes its ledger has no earlier transactions: that is an end, not a failure. */
const prunedEnd = (error: Error) =>
  isServiceError(error, 'not_available') && (
    <NotIndexedState title="Earlier transactions are not available here">{error.message}</NotIndexedState>
  )

export const AccountTransactions = listView(
  accountTransactionList,
  aptosExplorerQueries.pages.aptosAccountTransactions,
  { endOf: prunedEnd },
)

'use client'

import { lazy, useMemo, useState } from 'react'
import { FoldedTable } from '#components/evm/parts/alike/folded-table.tsx'
import { useChainState } from '#components/evm/parts/coverage/index-mark.tsx'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { ListEnd } from '#components/kit/list-end.tsx'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import { useList, useListPlace } from '#components/kit/use-list.ts'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { walletTransactions } from '#lib/evm/contract/interface/routes/wallets.ts'
import { transactionDealing } from './transaction-dealing.ts'

/** Loaded with the first list that can grow. */
const LiveRows = lazy(
  () => import('#components/evm/parts/live/live-rows.tsx'),
) as typeof import('#components/evm/parts/live/live-rows.tsx').default

const { pages: transactionsPages, call } = fromEvm({ walletTransactions })
type Input = Parameters<typeof transactionsPages>[0]
type View = { state: EvmChainState }

/**
 * The transactions of a wallet, newest first: the server's first page, more as the user scrolls, and new ones as they
 * happen.
 */
export const WalletTransactions = ({
  input,
  first,
  view: { state: initialState },
  children,
}: ListViewProps<ListedTransaction, View, Input>) => {
  const state = useChainState(initialState)
  const { symbol, decimals, source } = state
  const { chain = state.chain, address, limit: _, names: __, ...bounds } = input
  const options = transactionsPages(input)
  const { query, rows, see, isEmpty } = useList(transactionList, options, first)
  const place = useListPlace(transactionList, input)
  const isFiltered = Object.keys(bounds).length > 0
  const isLive = source === 'index' && !isFiltered
  const newer = useMemo(
    () => ({
      ...{ name: `wallet ${address}`, chain },
      ask: (given: object, signal: AbortSignal) => call({ chain, address, ...given, names: true }, { signal }),
    }),
    [chain, address],
  )
  const [arrived, setArrived] = useState<ReadonlySet<string>>()
  const view = useMemo(
    () => ({ chain, symbol, decimals, wallet: address, arrived }),
    [chain, symbol, decimals, address, arrived],
  )
  return (
    <>
      {isLive && (
        <LazyBoundary>
          <LiveRows
            list={transactionList}
            newer={newer}
            queryKey={options.queryKey}
            rows={rows}
            onArrived={setArrived}
          />
        </LazyBoundary>
      )}
      {isEmpty ? (
        children
      ) : (
        <>
          <FoldedTable
            list={transactionList}
            view={view}
            rows={rows}
            place={place}
            onSee={see}
            wallet={address}
            dealingOf={transactionDealing}
            noun="transaction"
          />
          <ListEnd query={query} count={rows.length} noun={transactionList.noun} />
        </>
      )}
    </>
  )
}

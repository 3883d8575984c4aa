'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useMemo, useState } from 'react'
import { type Absent, addPage } from '#components/chain/absent.ts'
import { ListEnd } from '#components/chain/list-end.tsx'
import { useGrown } from '#components/chain/use-grown.ts'
import { usePageWindow } from '#components/chain/use-page-window.ts'
import { LazyBoundary } from '#components/ui/lazy-boundary.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { FoldedTransactionList } from './alike/folded-transaction-list.tsx'
import { evmQueries } from './evm-queries.ts'
import { useChainState } from './index-mark.tsx'
import type { MethodNames } from './method-names.ts'
import { NothingListed } from './nothing-listed.tsx'
import { useMethodNames } from './use-method-names.ts'

type Page = Output<EvmApi['walletTransactions']>

/** Comes with the first list that can grow. */
const LiveWallet = lazy(() => import('./live-wallet.tsx'))

/** The transactions of a wallet, newest first: the server's first page, more as one scrolls, and new ones as they happen. */
export const WalletTransactions = ({
  state: initialState,
  address,
  bounds,
  pageSize,
  first,
  methods: firstMethods,
}: {
  state: EvmChainState
  address: string
  /** Block and date bounds under the interface's names, already checked. */
  bounds: Record<string, string>
  pageSize: number
  first: Page
  /** Names of the methods that the first page calls; undefined where the source does not decode. */
  methods: MethodNames | undefined
}) => {
  const state = useChainState(initialState)
  const { chain, symbol, source } = state
  const options = evmQueries.pages.walletTransactions({ chain, address, ...bounds, limit: pageSize })
  const query = useInfiniteQuery({
    ...options,
    initialData: { pages: [first], pageParams: [undefined] },
    // Older pages do not change; what is new comes by itself.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { rows } = useGrown(query.data.pages, copyRows, withPage)
  const see = usePageWindow(options, query.data.pages.length)
  const place = useMemo(() => ({ blockOf: blockOfRow, bound: bounds.to_block }), [bounds.to_block])
  const methods = useMethodNames({ chain, address, pages: query.data.pages, first: firstMethods })
  const isFiltered = Object.keys(bounds).length > 0
  const isLive = source === 'index' && !isFiltered
  const [arrived, setArrived] = useState<ReadonlySet<string>>()
  return (
    <>
      {isLive && (
        <LazyBoundary>
          <LiveWallet chain={chain} address={address} queryKey={options.queryKey} rows={rows} onArrived={setArrived} />
        </LazyBoundary>
      )}
      {rows.length === 0 && !query.hasNextPage ? (
        <NothingListed
          state={state}
          noun="transactions"
          isFiltered={isFiltered}
          certain="This wallet has no transactions."
        />
      ) : (
        <FoldedTransactionList
          rows={rows}
          chain={chain}
          symbol={symbol}
          wallet={address}
          arrived={arrived}
          methods={methods}
          place={place}
          onSee={see}
        >
          <ListEnd query={query} count={rows.length} noun="transactions" />
        </FoldedTransactionList>
      )}
    </>
  )
}

type Rows = { rows: (NativeTransaction | Absent)[]; places: Map<string, number> }
const copyRows = (before?: Rows): Rows => ({ rows: before?.rows.slice() ?? [], places: before?.places ?? new Map() })

/** Each row once: one that the chain has moved between two answers is in both, and as the later says. */
const withPage = (grown: Rows, page: Page, index: number): Rows => {
  const { rows, places } = grown
  addPage(rows, page, index, function* ({ result }) {
    for (const row of result) {
      const place = places.get(row.hash)
      if (place !== undefined) rows[place] = row
      else {
        places.set(row.hash, rows.length)
        yield row
      }
    }
  })
  return grown
}

const blockOfRow = ({ block_number }: NativeTransaction): string => block_number

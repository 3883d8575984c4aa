'use client'

import { lazy, type ReactNode, useMemo, useState } from 'react'
import { useChainState } from '#components/evm/parts/coverage/use-chain-state.ts'
import type { List } from '#components/kit/define-list.ts'
import { ListEnd } from '#components/kit/list-end.tsx'
import type { ListAnswer } from '#components/kit/list-page.ts'
import { ListTable, type ListTableProps } from '#components/kit/list-table.tsx'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import { useList, useListPlace } from '#components/kit/use-list.ts'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { PagesOptions } from '#lib/api/client/query-options.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { NewerRowsOf } from './use-live-rows.ts'

/** Loaded with the first list that can grow. */
const LiveRows = lazy(() => import('./live-rows.tsx')) as typeof import('./live-rows.tsx').default

export type LiveView = {
  chain: string
  symbol: string
  decimals: number
  /** Rows are in or out of this wallet. */
  wallet?: string | undefined
  /** Keys of the rows that arrived while the page was open. */
  arrived?: ReadonlySet<string> | undefined
}

/** Makes the component of a list of a chain or a wallet, newest first: more rows as the user scrolls, and new ones as they happen. */
export const liveListView =
  <Item, Row extends object, Input extends { chain?: string; address?: string }>(
    list: List<Item, Row, LiveView>,
    optionsOf: (input: Input) => PagesOptions<ListAnswer<Item>>,
    newerOf: (input: Input) => NewerRowsOf<Item>,
    Table: (props: ListTableProps<Item, Row, LiveView>) => ReactNode = ListTable,
  ) =>
  ({
    input,
    first,
    view: { state: initialState, isLive },
    children,
  }: ListViewProps<Row, { state: EvmChainState; isLive: boolean }, Input>) => {
    const { chain, symbol, decimals } = useChainState(initialState)
    const options = optionsOf(input)
    const { query, rows, see, isEmpty } = useList(list, options, first)
    const place = useListPlace(list, input)
    const [arrived, setArrived] = useState<ReadonlySet<string>>()
    const view = useMemo(
      () => ({ chain, symbol, decimals, wallet: input.address, arrived }),
      [chain, symbol, decimals, input.address, arrived],
    )
    return (
      <>
        {isLive && (
          <LazyBoundary>
            <LiveRows
              list={list}
              newer={newerOf(input)}
              queryKey={options.queryKey}
              rows={rows}
              hasOlder={query.hasNextPage}
              onArrived={setArrived}
            />
          </LazyBoundary>
        )}
        {isEmpty ? (
          children
        ) : (
          <>
            <Table list={list} view={view} rows={rows} place={place} onSee={see} />
            <ListEnd query={query} count={rows.length} noun={list.noun} />
          </>
        )}
      </>
    )
  }

'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { ListEnd } from '#components/chain/list-end.tsx'
import { useGrown } from '#components/chain/use-grown.ts'
import { useIsLiveOn } from '#components/live/live-choice.ts'
import { NewerRows } from '#components/live/newer-rows.tsx'
import { useIsReading } from '#components/live/use-is-reading.ts'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { evmQueries } from './evm-queries.ts'
import { useChainState } from './index-mark.tsx'
import type { MethodNames } from './method-names.ts'
import { NothingListed } from './nothing-listed.tsx'
import { TransactionList } from './transaction-list.tsx'
import { useLiveWallet } from './use-live-wallet.ts'
import { useMethodNames } from './use-method-names.ts'

type Page = Output<EvmApi['walletTransactions']>

const liveEveryMs = 750

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
  const { rows } = useGrown(query.data.pages, noRows, withPage)
  const place = useMemo(() => ({ blockOf: blockOfRow, bound: bounds.to_block }), [bounds.to_block])
  const methods = useMethodNames({ chain, address, pages: query.data.pages, first: firstMethods })
  const top = useRef<HTMLDivElement>(null)
  const isHeld = useIsReading(top)
  const isLive = useIsLiveOn() && source === 'index' && Object.keys(bounds).length === 0
  const { waiting, isMore, arrived, show } = useLiveWallet({
    chain,
    address,
    queryKey: options.queryKey,
    rows,
    everyMs: isLive ? liveEveryMs : undefined,
    isHeld,
  })
  const showNew = () => {
    show()
    top.current?.parentElement?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <NewerRows waiting={waiting} isMore={isMore} arrived={arrived.size} onShow={showNew} />
      <div ref={top} />
      {rows.length === 0 && !query.hasNextPage ? (
        <NothingListed
          state={state}
          noun="transactions"
          isFiltered={Object.keys(bounds).length > 0}
          certain="This wallet has sent and received nothing."
        />
      ) : (
        <TransactionList
          rows={rows}
          chain={chain}
          symbol={symbol}
          wallet={address}
          arrived={arrived}
          methods={methods}
          place={place}
        >
          <ListEnd query={query} count={rows.length} noun="transactions" />
        </TransactionList>
      )}
    </>
  )
}

type Rows = { rows: readonly NativeTransaction[]; places: Map<string, number> }
const noRows = (): Rows => ({ rows: [], places: new Map() })

/** Each row once: one that the chain has moved between two answers is in both, and as the later says. */
const withPage = ({ rows, places }: Rows, { result }: Page): Rows => {
  const all = [...rows]
  for (const row of result) {
    const place = places.get(row.hash) ?? all.length
    places.set(row.hash, place)
    all[place] = row
  }
  return { rows: all, places }
}

const blockOfRow = ({ block_number }: NativeTransaction): string => block_number

'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ListEnd } from '#components/chain/list-end.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmBlock, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { evmExplorerQueries } from './evm-queries.ts'
import { TransactionList } from './transaction-list.tsx'

/** The transactions of a block in the order in which they ran: the server's first page, and more as one scrolls. */
export const BlockTransactions = ({
  chain,
  symbol,
  block,
  pageSize,
  first,
}: {
  chain: string
  symbol: string
  block: EvmBlock
  pageSize: number
  first: Output<EvmExplorerApi['evmBlockTransactions']>
}) => {
  const query = useInfiniteQuery({
    ...evmExplorerQueries.pages.evmBlockTransactions({
      chain,
      block_number_or_hash: block.block_hash,
      limit: pageSize,
    }),
    initialData: { pages: [first], pageParams: [undefined] },
    // A block, named by its hash, never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rows = useMemo(() => query.data.pages.flatMap(({ result }) => result), [query.data])
  if (rows.length === 0) return <EmptyState title="An empty block">It holds no transaction.</EmptyState>
  return (
    <TransactionList rows={rows} chain={chain} symbol={symbol} total={block.transaction_count}>
      <ListEnd query={query} count={rows.length} noun="transactions" />
    </TransactionList>
  )
}

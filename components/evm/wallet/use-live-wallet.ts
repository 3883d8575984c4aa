import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { type ListPage, listPage } from '#components/kit/list-page.ts'
import { type EvictedRow, isEvicted } from '#components/kit/rows/evicted-row.ts'
import { useLiveFault } from '#components/live/live-choice.ts'
import { useLiveRefetch } from '#components/live/use-live-refetch.ts'
import { walletTransactions } from '#lib/evm/contract/interface/routes/wallets.ts'
import { mergeNewest } from '#lib/format/merge-newest.ts'

type Pages = InfiniteData<ListPage<ListedTransaction>, string | undefined>

const keys = {
  keyOf: ({ hash }: ListedTransaction) => hash,
  blockOf: ({ block_number }: ListedTransaction) => BigInt(block_number),
}

const pageSizeMax = 100

/**
 * Fetches rows newer than the newest one after each block while the page is visible. New rows are added at once; while the user reads
 * the list they wait, so that it does not move: `waiting` counts them, `show` adds them.
 */
export const useLiveWallet = ({
  chain,
  address,
  queryKey,
  rows: all,
  everyMs,
  isHeld,
  onArrived,
}: {
  chain: string
  address: string
  queryKey: readonly unknown[]
  rows: readonly (ListedTransaction | EvictedRow)[]
  /** Undefined if the user turned live updates off. */
  everyMs: number | undefined
  /** The user is reading in the list: new rows wait. */
  isHeld: boolean
  onArrived: (hashes: ReadonlySet<string>) => void
}): { waiting: number; isMore: boolean; show: () => void } => {
  const cache = useQueryClient()
  /** The maximum number of rows in a response. */
  const rows = useMemo(() => {
    const first = all.slice(0, pageSizeMax + 1)
    const end = first.findIndex(isEvicted)
    return first.slice(0, end < 0 ? undefined : end).filter((row): row is ListedTransaction => !isEvicted(row))
  }, [all])
  const newestBlock = rows[0]?.block_number ?? '0'
  const newest = useRef(newestBlock)
  newest.current = newestBlock

  const { refetch: again, refetchInterval } = useLiveRefetch(chain, everyMs ?? false)
  const {
    data: answer,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['evm', 'wallet-live', chain, address],
    queryFn: async ({ signal }) => {
      const from = newest.current
      const page = await fromEvm({ walletTransactions }).call(
        { chain, address, from_block: from, limit: pageSizeMax, names: true },
        { signal },
      )
      return { from, page: listPage(transactionList, page) }
    },
    enabled: everyMs !== undefined,
    refetchInterval,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  again.current = refetch

  useLiveFault(`wallet ${chain} ${address}`, everyMs !== undefined && isError)

  const merged = useMemo(
    () => answer && mergeNewest(rows, answer.page.result, BigInt(answer.from), keys),
    [rows, answer],
  )
  const isBeyondOnePage = answer?.page.cursor != null
  const waiting = merged?.arrived ?? 0

  const show = () => {
    if (!answer || !merged || merged.rows === rows) return
    // More new rows than one response contains: the list starts again instead of having a gap.
    if (isBeyondOnePage) return void cache.resetQueries({ queryKey })
    const known = new Set(rows.map(keys.keyOf))
    onArrived(new Set(merged.rows.map(keys.keyOf).filter((hash) => !known.has(hash))))
    cache.setQueryData<Pages>(queryKey, (pages) => pages && placeRows(pages, rows, merged.rows))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a response is added once, when it arrives or reading ends
  useEffect(() => {
    if (!isHeld || waiting === 0) show()
  }, [answer, isHeld])

  useEffect(() => {
    // The newest rows were removed by a reorg: older ones may have been replaced too.
    if (answer && BigInt(newestBlock) < BigInt(answer.from)) void refetch()
  }, [answer, newestBlock, refetch])

  return { waiting: isHeld ? waiting : 0, isMore: isBeyondOnePage, show }
}

/** Moves the first rows to the first page and removes them from the others. */
const placeRows = (pages: Pages, before: readonly ListedTransaction[], rows: readonly ListedTransaction[]): Pages => {
  const placed = new Set([...before, ...rows].map(keys.keyOf))
  const isElsewhere = (row: ListedTransaction) => !placed.has(keys.keyOf(row))
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      if (index === 0) return { ...page, result: [...rows] }
      return page.result.every(isElsewhere) ? page : { ...page, result: page.result.filter(isElsewhere) }
    }),
  }
}

import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { List } from '#components/kit/define-list.ts'
import { type ListAnswer, listPage, type RowsPage } from '#components/kit/list-page.ts'
import { type EvictedRow, isEvicted } from '#components/kit/rows/evicted-row.ts'
import { useLiveFault } from '#components/live/live-choice.ts'
import { useLiveRefetch } from '#components/live/use-live-refetch.ts'
import { mergeNewest } from '#lib/format/merge-newest.ts'

type Pages<Row> = InfiniteData<RowsPage<Row>, string | undefined>

const pageSizeMax = 100

/** Where rows from a block on are asked for. */
export type NewerRowsOf<Item> = {
  /** Names the list among those of the page. */
  name: string
  chain: string
  ask: (given: { from_block: string; limit: number }, signal: AbortSignal) => Promise<ListAnswer<Item>>
}

/**
 * Fetches rows newer than the newest one after each block while the page is visible. New rows are added at once; while the user reads
 * the list they wait, so that it does not move: `waiting` counts them, `show` adds them.
 */
export const useLiveRows = <Item, Row extends object, View>({
  list,
  newer: { name, chain, ask },
  queryKey,
  rows: all,
  hasOlder,
  everyMs,
  isHeld,
  onArrived,
}: {
  list: List<Item, Row, View>
  newer: NewerRowsOf<Item>
  queryKey: readonly unknown[]
  rows: readonly (Row | EvictedRow)[]
  /** The list has further pages. */
  hasOlder: boolean
  /** Undefined if the user turned live updates off. */
  everyMs: number | undefined
  /** The user is reading in the list: new rows wait. */
  isHeld: boolean
  onArrived: (keys: ReadonlySet<string>) => void
}): { waiting: number; isMore: boolean; show: () => void } => {
  const cache = useQueryClient()
  const { keyOf, blockOf } = list
  const keys = useMemo(() => ({ keyOf, blockOf: (row: Row) => BigInt(blockOf?.(row) ?? 0) }), [keyOf, blockOf])
  const rows = useMemo(() => firstRows(all), [all])
  const newestBlock = (rows[0] && blockOf?.(rows[0])) ?? '0'
  const newest = useRef(newestBlock)
  newest.current = newestBlock

  const { refetch: again, refetchInterval } = useLiveRefetch(chain, everyMs ?? false)
  const {
    data: answer,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['evm', 'live-rows', name, chain],
    queryFn: async ({ signal }) => {
      const from = newest.current
      const page = await ask({ from_block: from, limit: pageSizeMax }, signal)
      return { from, page: listPage(list, page) }
    },
    enabled: everyMs !== undefined,
    refetchInterval,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  again.current = refetch

  useLiveFault(`${name} ${chain}`, everyMs !== undefined && isError)

  const merged = useMemo(
    () =>
      answer &&
      mergeNewest(
        rows,
        { rows: answer.page.result, isCut: answer.page.cursor !== null },
        { fromBlock: BigInt(answer.from), hasOlder },
        keys,
      ),
    [rows, answer, hasOlder, keys],
  )
  const waiting = merged?.arrived ?? 0

  const show = () => {
    if (!answer || !merged || merged.rows === rows) return
    // More new rows than one response contains: the list starts again instead of having a gap.
    if (merged.hasGap) return void cache.resetQueries({ queryKey })
    const known = new Set(rows.map(keys.keyOf))
    onArrived(new Set(merged.rows.map(keys.keyOf).filter((key) => !known.has(key))))
    cache.setQueryData<Pages<Row>>(queryKey, (pages) => pages && placeRows(keys.keyOf, pages, rows, merged.rows))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a response is added once, when it arrives or reading ends
  useEffect(() => {
    if (!isHeld || waiting === 0) show()
  }, [answer, isHeld])

  useEffect(() => {
    // The newest rows were removed by a reorg: older ones may have been replaced too.
    if (answer && BigInt(newestBlock) < BigInt(answer.from)) void refetch()
  }, [answer, newestBlock, refetch])

  return { waiting: isHeld ? waiting : 0, isMore: merged?.hasGap ?? false, show }
}

/** The rows that new ones are compared with: as many as a response has, and one more. */
const firstRows = <Row extends object>(all: readonly (Row | EvictedRow)[]): Row[] => {
  const first = all.slice(0, pageSizeMax + 1)
  const end = first.findIndex(isEvicted)
  return first.slice(0, end < 0 ? undefined : end).filter((row): row is Row => !isEvicted(row))
}

/** Moves the first rows to the first page and removes them from the others. */
const placeRows = <Row>(
  keyOf: (row: Row) => string,
  pages: Pages<Row>,
  before: readonly Row[],
  rows: readonly Row[],
): Pages<Row> => {
  const placed = new Set([...before, ...rows].map(keyOf))
  const isElsewhere = (row: Row) => !placed.has(keyOf(row))
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      if (index === 0) return { ...page, result: [...rows] }
      return page.result.every(isElsewhere) ? page : { ...page, result: page.result.filter(isElsewhere) }
    }),
  }
}

import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { EmptyState } from '#components/ui/state.tsx'
import { useIsLiveOn, useLiveFault } from './live-choice.ts'
import { NewerRows } from './newer-rows.tsx'
import { useIsReading } from './use-is-reading.ts'
import { useLiveRefetch } from './use-live-refetch.ts'

/**
 * The rows of a short live list: the newest ones, or, while the user is reading, the earlier ones. `show` adds the
 * newer ones.
 */
const usePausedRows = <Row,>(
  newest: readonly Row[],
  keyOf: (row: Row) => string,
  isPaused: boolean,
): { rows: readonly Row[]; waiting: number; show: () => void } => {
  const shown = useRef(newest)
  const [, setShownTimes] = useState(0)
  if (!isPaused) shown.current = newest
  const known = new Set(shown.current.map(keyOf))
  const show = () => {
    shown.current = newest
    setShownTimes((times) => times + 1)
  }
  return { rows: shown.current, waiting: newest.filter((row) => !known.has(keyOf(row))).length, show }
}

type LiveListInput<Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey> = {
  options: UseQueryOptions<Page, Failure, Page, Key>
  /** The rows as rendered by the server. */
  first: Page
  /** The chain whose index the rows come from; without it, the list is polled. */
  chain: string | undefined
  everyMs: number
  keyOf: (row: Row) => string
}

/** A short list of the newest rows that is fetched again after each change; `mark` precedes the list in the document. */
const useLiveList = <Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey>({
  options,
  first,
  chain,
  everyMs,
  keyOf,
}: LiveListInput<Page, Row, Failure, Key>): {
  rows: readonly Row[]
  waiting: number
  isMore: boolean
  show: () => void
  mark: RefObject<HTMLDivElement | null>
} => {
  const mark = useRef<HTMLDivElement>(null)
  const isOn = useIsLiveOn()
  const { refetch, refetchInterval } = useLiveRefetch(chain, isOn && everyMs)
  const query = useQuery({
    ...options,
    initialData: first,
    // Rows from an earlier visit are older than the page.
    gcTime: 0,
    refetchInterval,
  } as UseQueryOptions<Page, Failure, Page, Key>)
  refetch.current = query.refetch
  const newest = (query.data ?? first).result
  const held = usePausedRows(newest, keyOf, useIsReading(mark))
  useLiveFault(JSON.stringify(options.queryKey), isOn && query.isError)
  return { ...held, isMore: held.waiting === newest.length, mark }
}

type LiveRows<Row> = {
  rows: readonly Row[]
  /** Keys of the rows that were not rendered by the server. */
  arrived?: ReadonlySet<string>
}

/** Precedes a short list: provides its rows, and shows how many wait while the user reads. */
const LiveFeed = <Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey>({
  onRows,
  ...input
}: LiveListInput<Page, Row, Failure, Key> & { onRows: (shown: LiveRows<Row>) => void }) => {
  const { first, keyOf } = input
  const [known] = useState(() => new Set(first.result.map(keyOf)))
  const { rows, mark, ...newer } = useLiveList(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how keys are made does not change
  useLayoutEffect(() => {
    onRows({ rows, arrived: new Set(rows.map(keyOf).filter((key) => !known.has(key))) })
  }, [rows, known, onRows])
  return (
    <>
      <NewerRows list={mark} waiting={newer.waiting} isMore={newer.isMore} onShow={newer.show} />
      <div ref={mark} />
    </>
  )
}

/**
 * Makes a short list of the newest rows: the server's first, then new ones as they happen. New rows are highlighted once, and wait
 * while someone reads. All rows have the same height.
 */
export const liveList =
  <Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey, Asked extends object>({
    noun,
    ask,
    keyOf,
    columns,
    cells,
    chainOf,
    isFast = false,
  }: {
    /** The plural noun: `blocks`. */
    noun: string
    ask: (asked: Asked) => UseQueryOptions<Page, Failure, Page, Key>
    keyOf: (row: Row) => string
    /** Classes that lay out a row. */
    columns: string
    cells: (row: Row, asked: Asked) => ReactNode
    /** The chain whose index the rows come from, by its name in URLs; without it, the list is polled. */
    chainOf?: (asked: Asked) => string
    /** Several arrive per second: no row is marked as new. */
    isFast?: boolean
  }) =>
  ({
    first,
    everyMs,
    ...rest
  }: Asked & {
    /** As the page was rendered. */
    first: Page
    /** False where the list cannot grow. */
    everyMs: number | false
  }) => {
    const asked = rest as unknown as Asked
    const [{ rows, arrived }, setShown] = useState<LiveRows<Row>>({ rows: first.result })
    return (
      <>
        {everyMs && (
          <LiveFeed
            options={ask(asked)}
            first={first}
            keyOf={keyOf}
            chain={chainOf?.(asked)}
            everyMs={everyMs}
            onRows={setShown}
          />
        )}
        {rows.length === 0 ? (
          <EmptyState title={`No ${noun} yet`}>They appear here as they are indexed.</EmptyState>
        ) : (
          <ol>
            {rows.map((row) => (
              <li
                key={keyOf(row)}
                className={classNames(
                  'grid h-13 items-center gap-x-4 border-line border-b px-4 text-sm leading-5 last:border-b-0',
                  columns,
                  !isFast && arrived?.has(keyOf(row)) && 'arrived',
                )}
              >
                {cells(row, asked)}
              </li>
            ))}
          </ol>
        )}
      </>
    )
  }

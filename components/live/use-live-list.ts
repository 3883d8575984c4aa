import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useIsLiveOn, useLiveFault } from './live-choice.ts'
import { useIsReading } from './use-is-reading.ts'
import { useLiveRefetch } from './use-live-refetch.ts'

/**
 * The rows of a short live list: the newest ones, or, while the user is reading, the earlier ones. `show` adds the
 * newer ones.
 */
const usePausedRows = <Row>(
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

export type LiveListInput<Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey> = {
  options: UseQueryOptions<Page, Failure, Page, Key>
  /** The rows as rendered by the server. */
  first: Page
  /** The chain whose index the rows come from; without it, the list is polled. */
  chain: string | undefined
  everyMs: number
  keyOf: (row: Row) => string
}

/** A short list of the newest rows that is fetched again after each change; `mark` precedes the list in the document. */
export const useLiveList = <Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey>({
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

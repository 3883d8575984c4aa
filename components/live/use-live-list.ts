import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { liveInterval, useIsLiveOn, useLiveFault } from './live-choice.ts'
import { useIsReading } from './use-is-reading.ts'
import { usePausedRows } from './use-paused-rows.ts'

export type LiveListInput<Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey> = {
  options: UseQueryOptions<Page, Failure, Page, Key>
  /** The rows as rendered by the server. */
  first: Page
  everyMs: number
  keyOf: (row: Row) => string
}

/** A short list of the newest rows that is polled; `mark` precedes the list in the document. */
export const useLiveList = <Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey>({
  options,
  first,
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
  const query = useQuery({
    ...options,
    initialData: first,
    // Rows from an earlier visit are older than the page.
    gcTime: 0,
    refetchInterval: liveInterval(isOn && everyMs),
  } as UseQueryOptions<Page, Failure, Page, Key>)
  const newest = (query.data ?? first).result
  const held = usePausedRows(newest, keyOf, useIsReading(mark))
  useLiveFault(JSON.stringify(options.queryKey), isOn && query.isError)
  return { ...held, isMore: held.waiting === newest.length, mark }
}

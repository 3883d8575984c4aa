import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { liveInterval, useIsLiveOn, useLiveFault } from './live-choice.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useIsReading } from './use-is-reading.ts'

/** A short list of the newest that is asked for again and again; `mark` stands before the list in the document. */
export const useLiveList = <Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey>({
  options,
  first,
  everyMs,
  keyOf,
}: {
  options: UseQueryOptions<Page, Failure, Page, Key>
  first: Page
  /** False where the list cannot grow. */
  everyMs: number | false
  keyOf: (row: Row) => string
}): {
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
    refetchInterval: liveInterval(isOn && everyMs),
  } as UseQueryOptions<Page, Failure, Page, Key>)
  const newest = (query.data ?? first).result
  const held = useHeldRows(newest, keyOf, useIsReading(mark))
  useLiveFault(JSON.stringify(options.queryKey), isOn && query.isError)
  return { ...held, isMore: held.waiting === newest.length, mark }
}

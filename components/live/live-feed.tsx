import type { QueryKey } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { NewerRows } from './newer-rows.tsx'
import { type LiveListInput, useLiveList } from './use-live-list.ts'

export type LiveRows<Row> = {
  rows: readonly Row[]
  /** Keys of the rows that were not rendered by the server. */
  arrived?: ReadonlySet<string>
}

/** Precedes a short list: provides its rows, and shows how many wait while the user reads. */
export const LiveFeed = <Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey>({
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

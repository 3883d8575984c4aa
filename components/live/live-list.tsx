import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { LiveFeed, type LiveRows } from './live-feed.tsx'
import type { LiveListInput } from './use-live-list.ts'

/**
 * A short list of the newest rows: the server's first, then new ones as they happen. New rows are highlighted once, and wait while
 * someone reads. All rows have the same height.
 */
export const LiveList = <Page extends { result: readonly Row[] }, Row, Failure, Key extends QueryKey>({
  nothing,
  columns,
  row,
  isFast = false,
  everyMs,
  ...list
}: Omit<LiveListInput<Page, Row, Failure, Key>, 'everyMs'> & {
  /** False where the list cannot grow. */
  everyMs: number | false
  /** Shown if there are no rows. */
  nothing: ReactNode
  /** Classes that lay out a row. */
  columns: string
  row: (row: Row) => ReactNode
  /** For lists with several new rows per second: no row is marked as new. */
  isFast?: boolean
}) => {
  const { first, keyOf } = list
  const [{ rows, arrived }, setShown] = useState<LiveRows<Row>>({ rows: first.result })
  return (
    <>
      {everyMs && <LiveFeed {...list} everyMs={everyMs} onRows={setShown} />}
      {rows.length === 0 ? (
        nothing
      ) : (
        <ol>
          {rows.map((one) => (
            <li
              key={keyOf(one)}
              className={classNames(
                'grid h-13 items-center gap-x-4 border-line border-b px-4 text-sm leading-5 last:border-b-0',
                columns,
                !isFast && arrived?.has(keyOf(one)) && 'arrived',
              )}
            >
              {row(one)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

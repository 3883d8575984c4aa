import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { EmptyState } from '#components/ui/states/state.tsx'
import { LiveFeed, type LiveRows } from './live-feed.tsx'

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

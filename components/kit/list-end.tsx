'use client'

import { useEffect, useRef } from 'react'
import { responseRequestId } from '#components/browser-send.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

/** Pages that load automatically; after these a button is shown, so that the footer can be reached. */
const automaticPages = 6

/** The part of an infinite query that loads its next page. */
export type NextPageQuery = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** The end of an infinite list: loads the next page when it comes near, and says when there are no more. */
export const ListEnd = ({
  query,
  count,
  noun,
  isPartial = false,
}: {
  query: NextPageQuery & { data?: { pages: readonly unknown[] } }
  /** Rows shown so far. */
  count: number
  /** The plural noun: `transactions`. */
  noun: string
  /** More rows are on their way: the list has no end yet. */
  isPartial?: boolean
}) => {
  const mark = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const pages = query.data?.pages.length ?? 0
  const isAutomatic = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && pages % automaticPages !== 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: observed again after every page, because a mark that stays in view is not reported again
  useEffect(() => {
    if (!isAutomatic || !mark.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: '900px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isAutomatic, pages, fetchNextPage])

  if (isFetchNextPageError)
    return (
      <ErrorState
        title="The next rows could not be loaded"
        requestId={responseRequestId(query.error)}
        action={<Button onClick={() => fetchNextPage()}>Try again</Button>}
      >
        {query.error?.message}
      </ErrorState>
    )
  return (
    <div ref={mark} aria-live="polite" className="text-center text-muted text-sm">
      {isFetchingNextPage ? (
        <div className="grid gap-5 p-4">
          <span className="sr-only">Loading more {noun}</span>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ) : hasNextPage ? (
        <div className="p-4">
          <Button onClick={() => fetchNextPage()}>Load more {noun}</Button>
        </div>
      ) : (
        <p className="p-4">
          {isPartial ? 'So far' : 'End of the list'}: {groupedNumber(count)}{' '}
          {count === 1 ? noun.replace(/s$/, '') : noun}
        </p>
      )}
    </div>
  )
}

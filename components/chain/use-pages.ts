import { type InfiniteData, type infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { ServiceError } from '#lib/api/errors.ts'

type Pages<Page> = InfiniteData<Page, string | undefined>

/** How a list is asked for, as lib/api/query-options.ts makes it of a route. */
export type PagesOptions<Page, Key extends readonly unknown[]> = ReturnType<
  typeof infiniteQueryOptions<Page, ServiceError, Pages<Page>, Key, string | undefined>
>

/** Longer lists are not asked again as a whole. */
const refetchedPagesMax = 4

/**
 * An infinite list that begins with the page the server rendered. Older pages do not change, so nothing is asked twice; what
 * is still being indexed is asked again by `refetchEveryMs`, while `isMoving` says so of the pages.
 */
export const usePages = <Page, Key extends readonly unknown[]>(
  options: PagesOptions<Page, Key>,
  first: Page,
  refetchEveryMs: number | false = false,
  isMoving: (pages: readonly Page[]) => boolean = () => true,
) =>
  useInfiniteQuery<Page, ServiceError, Pages<Page>, Key, string | undefined>({
    ...options,
    initialData: { pages: [first], pageParams: [undefined] },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? [first]
      return pages.length <= refetchedPagesMax && isMoving(pages) ? refetchEveryMs : false
    },
  })

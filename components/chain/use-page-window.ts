import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { PageWindow } from './page-window.ts'

/** A list of more pages lets go of those far from what is seen. */
const pagesMax = 40

type Seen = [first: object, last: object]

/**
 * Keeps few pages of a long list: to be told the first and the last row in sight. What does it comes with the first long
 * list. Refused pages are asked for again while they are in sight.
 */
export const usePageWindow = (
  { queryKey, queryFn }: { queryKey: QueryKey; queryFn?: unknown },
  pages: number,
): ((...seen: Seen) => void) => {
  const cache = useQueryClient()
  const held = useRef<PageWindow>(undefined)
  const last = useRef<Seen>(undefined)
  const isLong = pages > pagesMax
  // biome-ignore lint/correctness/useExhaustiveDependencies: one list has one key, made anew each time
  useEffect(() => {
    if (!isLong) return
    let isGone = false
    import('./page-window.ts').then(({ createPageWindow }) => {
      if (isGone) return
      held.current = createPageWindow(cache, queryKey, queryFn)
      if (last.current) held.current.see(...last.current)
    })
    return () => {
      isGone = true
      held.current?.end()
    }
  }, [isLong, cache])
  return useCallback((...seen) => {
    last.current = seen
    held.current?.see(...seen)
  }, [])
}

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { PageSource, PageWindow } from './page-window.ts'

/** A longer list evicts the pages that are far from the screen. */
const pagesMax = 40

type Seen = [first: object, last: object]

/** Keeps few pages of a long list in memory. Returns a function that takes the first and the last row near the screen. */
export const usePageWindow = <Row extends object>(
  source: PageSource<Row>,
  pages: number,
): ((...seen: Seen) => void) => {
  const cache = useQueryClient()
  const held = useRef<PageWindow>(undefined)
  const last = useRef<Seen>(undefined)
  const isLong = pages > pagesMax
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list keeps its source, which is a new object in every render
  useEffect(() => {
    if (!isLong) return
    let isGone = false
    // Few lists are this long: its code is loaded with the first that is.
    import('./page-window.ts').then(({ createPageWindow }) => {
      if (isGone) return
      held.current = createPageWindow(cache, source)
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

import { useMemo, useRef } from 'react'

/**
 * What follows from the pages of an infinite list, kept as it grows: only a page that is new is added. When an earlier page was
 * replaced it begins anew. `add` may change what it is given, and returns another value when something changed.
 */
export const useGrown = <Page, Grown>(
  pages: readonly Page[],
  begin: () => Grown,
  add: (grown: Grown, page: Page) => Grown,
): Grown => {
  const last = useRef<{ pages: readonly Page[]; begin: unknown; add: unknown; grown: Grown }>(undefined)
  return useMemo(() => {
    const before = last.current
    const goesOn =
      before?.begin === begin && before.add === add && before.pages.every((page, index) => page === pages[index])
    const grown = goesOn ? pages.slice(before.pages.length).reduce(add, before.grown) : pages.reduce(add, begin())
    last.current = { pages, begin, add, grown }
    return grown
  }, [pages, begin, add])
}

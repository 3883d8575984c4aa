import { useMemo, useRef } from 'react'

/**
 * What follows from the pages of an infinite list, kept as it grows: only a page that is new is added. When an earlier page was
 * replaced it begins anew. `begin` copies what it is given, and `add` may change that.
 */
export const useGrown = <Page, Grown>(
  pages: readonly Page[],
  begin: (before?: Grown) => Grown,
  add: (grown: Grown, page: Page, index: number) => Grown,
): Grown => {
  const last = useRef<{ pages: readonly Page[]; begin: unknown; add: unknown; grown: Grown }>(undefined)
  return useMemo(() => {
    const before = last.current
    const goesOn =
      before?.begin === begin && before.add === add && before.pages.every((page, index) => page === pages[index])
    const known = goesOn ? before.pages.length : 0
    const more = pages.slice(known)
    const grown =
      goesOn && more.length === 0
        ? before.grown
        : more.reduce((all, page, index) => add(all, page, known + index), begin(goesOn ? before.grown : undefined))
    last.current = { pages, begin, add, grown }
    return grown
  }, [pages, begin, add])
}

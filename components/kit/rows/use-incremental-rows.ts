import { useMemo, useRef } from 'react'

/**
 * Folds the pages of a list into rows, adding only new pages. If an earlier page was replaced, it starts again. `begin`
 * copies the result so far, which `add` may change.
 */
export const useIncrementalRows = <Page, Rows>(
  pages: readonly Page[],
  begin: (before?: Rows) => Rows,
  add: (rows: Rows, page: Page, index: number) => Rows,
): Rows => {
  const last = useRef<{ pages: readonly Page[]; begin: unknown; add: unknown; rows: Rows }>(undefined)
  return useMemo(() => {
    const before = last.current
    const continues =
      before?.begin === begin && before.add === add && before.pages.every((page, index) => page === pages[index])
    const known = continues ? before.pages.length : 0
    const more = pages.slice(known)
    const rows =
      continues && more.length === 0
        ? before.rows
        : more.reduce((all, page, index) => add(all, page, known + index), begin(continues ? before.rows : undefined))
    last.current = { pages, begin, add, rows }
    return rows
  }, [pages, begin, add])
}

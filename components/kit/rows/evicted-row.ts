/** Placeholder for a row whose page was evicted: it is fetched again when it comes near the screen. */
export type EvictedRow = {
  /** From 0. */
  evictedPage: number
  /** The block of the page's first row, where rows have blocks. */
  block?: string
}

/** A page whose rows were evicted; `count` keeps their place. */
export type EvictedPage = { evicted: EvictedRow; count: number; result: readonly never[] }

export const isEvicted = (row: object): row is EvictedRow => 'evictedPage' in row

const pageOfRow = new WeakMap<object, number>()

/** The index of the page that a row belongs to; undefined if it is unknown. */
export const pageOf = (row: object): number | undefined => (isEvicted(row) ? row.evictedPage : pageOfRow.get(row))

/** Appends a page's rows in place; `rowsOf` returns those to add of a page that is held. */
export const addPage = <Row extends object, Page extends object>(
  rows: (Row | EvictedRow)[],
  page: Page | EvictedPage,
  index: number,
  rowsOf: (page: Page) => Iterable<Row>,
): void => {
  if ('evicted' in page) {
    for (let at = 0; at < page.count; at++) rows.push(page.evicted)
    return
  }
  for (const row of rowsOf(page)) {
    pageOfRow.set(row, index)
    rows.push(row)
  }
}

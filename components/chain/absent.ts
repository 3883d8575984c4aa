/** Stands in a long list for each row of a page that is not held any more: it comes again when one comes near. */
export type Absent = {
  /** From 0 on. */
  absentPage: number
  /** Of the page's first row, where rows have blocks. */
  block?: string
}

/** A page that was let go: it has as many rows as it had. */
export type AbsentPage = { absent: Absent; count: number; result: readonly never[] }

export const isAbsent = (row: object): row is Absent => 'absentPage' in row

const pageOfRow = new WeakMap<object, number>()

/** The page that a row of a list came with, or is absent with; undefined where the list does not say. */
export const pageOf = (row: object): number | undefined => (isAbsent(row) ? row.absentPage : pageOfRow.get(row))

/** Adds a page's rows to those before it, in place: `rowsOf` what is new of a page that is held. */
export const addPage = <Row extends object, Page extends object>(
  rows: (Row | Absent)[],
  page: Page,
  index: number,
  rowsOf: (page: Page) => Iterable<Row>,
): void => {
  if ('absent' in page) {
    const { absent, count } = page as unknown as AbsentPage
    for (let at = 0; at < count; at++) rows.push(absent)
    return
  }
  for (const row of rowsOf(page)) {
    pageOfRow.set(row, index)
    rows.push(row)
  }
}

/** Where a list continues. */
export type Paging = { cursor?: string | undefined; limit: number }

/** Rows of a list; `cursorAfter` is the cursor of what follows the first so many of them, null at the end. */
export type Page<Row> = { rows: readonly Row[]; cursorAfter: (shown: number) => string | null }

type List<Row> = { result: readonly Row[]; cursor: string | null }

/** Of a page that was cut: how many of its rows were shown, its limit, and the cursor that it begins with. */
const cutCursor = /^(\d{1,5})~(\d{1,5})~(.*)$/s

/**
 * A page of a list, which an answer may show in part: a cut page is asked for again by its own cursor, as the cursor after it
 * would skip the rows that were not shown.
 */
export const askPage = async <Row>(
  { cursor, limit }: Paging,
  ask: (paging: Paging) => Promise<List<Row>>,
): Promise<Page<Row>> => {
  const [, shownText, limitText, start] = cutCursor.exec(cursor ?? '') ?? []
  const isCut = start !== undefined
  const skipped = isCut ? Number(shownText) : 0
  const paging = isCut ? { limit: Number(limitText), ...(start !== '' && { cursor: start }) } : { limit, cursor }
  const { result, cursor: nextCursor } = await ask(paging)
  const rows = result.slice(skipped)
  return {
    rows,
    cursorAfter: (shown) =>
      shown < rows.length ? `${skipped + shown}~${paging.limit}~${paging.cursor ?? ''}` : nextCursor,
  }
}

/** The rows of an answer that has all of them, from where the last call ended. */
export const wholeList = async <Row>(rows: readonly Row[], cursor: string | undefined): Promise<Page<Row>> =>
  await askPage({ cursor, limit: 0 }, async () => ({ result: rows, cursor: null }))

export const mapPage = <Row, Shaped>({ rows, cursorAfter }: Page<Row>, shape: (row: Row) => Shaped): Page<Shaped> => ({
  rows: rows.map((row) => shape(row)),
  cursorAfter,
})

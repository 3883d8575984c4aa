import { fittingCount } from '#lib/api/answer-size.ts'
import type { CursorBinding, CursorPlace } from '#lib/store/cursors.ts'
import type { EvmQueryContext } from './context.ts'

/**
 * The position where a list continues; undefined on page 1. @throws invalid_request naming `cursor` if it belongs to
 * another list.
 */
export const openCursor = (
  { cursors }: EvmQueryContext,
  cursor: string | undefined,
  binding: CursorBinding,
): CursorPlace | undefined => (cursor === undefined ? undefined : cursors.open(cursor, binding))

/** How an ascending list is marked in its cursor; descending ones are unmarked, so that older cursors stay valid. */
export const ascendingOrder = ({ order }: { order?: 'ASC' | 'DESC' }): 'ASC' | undefined =>
  order === 'ASC' ? order : undefined

export type ReadPage<Row, Shown = Row> = {
  /** One row more than the page shows: it reveals whether another page follows, without a further query. */
  rows: readonly Row[]
  limit: number
  page: number
  total?: number | null
  /** The sort key of the last row shown, and other values that the next page needs. */
  keyOf: (last: Row) => CursorPlace['key']
  /** What the page shows of a row, which may weigh more. */
  recordOf?: (row: Row) => Shown
  /** The rows that can be shown, if not as many as the limit: of others not everything was read. */
  shownMax?: number
  /** Where the next page continues if this one is not full, because its search for rows is bounded. */
  examinedTo?: CursorPlace['key']
}

/**
 * The rows of a page, and the cursor of the next. There is no snapshot: a descending list continues from its key, and
 * new rows are above; an ascending one ends with rows that arrived meanwhile. A page of heavy rows ends early.
 */
export const shownPage = <Row, Shown = Row>(
  { cursors, now }: EvmQueryContext,
  {
    rows,
    limit,
    page,
    total = null,
    keyOf,
    examinedTo,
    recordOf = (row) => row as unknown as Shown,
    shownMax = limit,
  }: ReadPage<Row, Shown>,
  binding: CursorBinding,
): { shown: Shown[]; cursor: string | null } => {
  const records = rows.slice(0, Math.min(limit, Math.max(1, shownMax))).map(recordOf)
  const shown = records.slice(0, fittingCount(records))
  const last = rows[shown.length - 1]
  const key = rows.length > shown.length && last !== undefined ? keyOf(last) : examinedTo
  if (key === undefined) return { shown, cursor: null }
  const issuedAt = Math.floor(now() / 1_000)
  return { shown, cursor: cursors.seal({ limit, key, page: page + 1, total, snapshot: null, issuedAt }, binding) }
}

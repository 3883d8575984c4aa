import { fittingCount } from '#lib/api/answer-size.ts'
import type { CursorBinding, CursorPlace } from '#lib/store/cursors.ts'
import type { AptosNftContext } from './context.ts'

type Key = CursorPlace['key']

type NewestFirst<Row> = {
  binding: CursorBinding
  limit: number
  cursor: string | undefined
  /** The rows below a position, at most `count`; undefined for the top. */
  read: (before: Key | undefined, count: number) => Promise<Row[]>
  keyOf: (row: Row) => Key
}

/** A page of a list that descends from its key: rows that arrive later are above. A page of heavy rows ends early. */
export const newestFirstPage = async <Row>(
  { cursors, now }: AptosNftContext,
  { binding, limit: requestedLimit, cursor: requestedCursor, read, keyOf }: NewestFirst<Row>,
): Promise<{ cursor: string | null; rows: Row[] }> => {
  const place = requestedCursor === undefined ? undefined : cursors.open(requestedCursor, binding)
  const { limit, page } = place ?? { limit: requestedLimit, page: 1 }
  const found = await read(place?.key, limit + 1)
  const rows = found.slice(0, fittingCount(found.slice(0, limit)))
  const last = rows.at(-1)
  if (found.length <= rows.length || last === undefined) return { cursor: null, rows }
  const issuedAt = Math.floor(now() / 1_000)
  const next = { limit, key: keyOf(last), page: page + 1, total: null, snapshot: null, issuedAt }
  return { cursor: cursors.seal(next, binding), rows }
}

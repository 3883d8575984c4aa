import { useMemo, useRef } from 'react'
import { type EvictedRow, isEvicted } from '#components/kit/rows/evicted-row.ts'
import { type Folding, foldMore, noFolding } from '#lib/format/fold-rows.ts'
import type { Dealing } from '#lib/format/look-alike.ts'

/** Says nothing about the wallet. */
const unknown: Dealing = { party: null, kind: 'nothing' }

/** The rows to fold, updated as the list grows and as rows are evicted and reloaded; any other change starts again. */
export const useFolding = <Row extends object>(
  rows: readonly (Row | EvictedRow)[],
  wallet: string,
  dealingOf: (row: Row, wallet: string) => Dealing,
): Folding => {
  const last = useRef<{ rows: readonly (Row | EvictedRow)[]; folding: Folding }>(undefined)
  return useMemo(() => {
    const before = last.current
    const goesOn = before?.rows.every((row, index) => {
      const now = rows[index]
      return row === now || (now !== undefined && (isEvicted(row) || isEvicted(now)))
    })
    const known = before && goesOn ? before : { rows: [], folding: noFolding(wallet) }
    const more = rows.slice(known.rows.length).map((row) => (isEvicted(row) ? unknown : dealingOf(row, wallet)))
    const folding = foldMore(known.folding, more)
    last.current = { rows, folding }
    return folding
  }, [rows, wallet, dealingOf])
}

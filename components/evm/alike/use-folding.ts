import { useMemo, useRef } from 'react'
import { type Folding, foldMore, noFolding } from '#lib/format/fold-rows.ts'
import type { Dealing } from '#lib/format/look-alike.ts'

/** What is to be folded in a list, kept as it grows at its end; when anything else changed it begins anew. */
export const useFolding = <Row>(
  rows: readonly Row[],
  wallet: string,
  dealingOf: (row: Row, wallet: string) => Dealing,
): Folding => {
  const last = useRef<{ rows: readonly Row[]; folding: Folding }>(undefined)
  return useMemo(() => {
    const before = last.current
    const goesOn = before?.rows.every((row, index) => row === rows[index])
    const known = before && goesOn ? before : { rows: [], folding: noFolding(wallet) }
    const more = rows.slice(known.rows.length).map((row) => dealingOf(row, wallet))
    const folding = foldMore(known.folding, more)
    last.current = { rows, folding }
    return folding
  }, [rows, wallet, dealingOf])
}

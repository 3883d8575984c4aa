import Papa from 'papaparse'
import { formulaStart } from '#lib/format/csv.ts'
import type { Column } from './columns.ts'

/** RFC 4180: CRLF, quotes if needed. Each line ends with its break, so that parts can be concatenated. */
const linesOf = (cells: readonly (readonly unknown[])[]): string =>
  cells.length === 0
    ? ''
    : `${Papa.unparse(
        cells.map((line) => [...line]),
        { newline: '\r\n', escapeFormulae: formulaStart },
      )}\r\n`

/** Writes rows as CSV: UTF-8 without a mark of the byte order, a header row, empty cells for null. */
export const csvWriter = (columns: readonly Column[]) => ({
  head: linesOf([columns.map(({ title }) => title)]),
  rows: (rows: readonly Record<string, unknown>[]): string =>
    linesOf(rows.map((row) => columns.map(({ cell }) => cell(row)))),
})

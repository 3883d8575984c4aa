import Papa from 'papaparse'
import type { Column } from './columns.ts'

/**
 * What a spreadsheet takes for the beginning of a formula, in ASCII and full width, unless the cell is a plain negative number. Names
 * of tokens are anybody's text: such a cell gets an apostrophe before it, which makes it text.
 */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/

/** RFC 4180: CRLF, quotes where they are needed. A line ends with its break, so that texts can be joined. */
const linesOf = (cells: readonly (readonly unknown[])[]): string =>
  cells.length === 0 ? '' : `${Papa.unparse(cells as unknown[][], { newline: '\r\n', escapeFormulae: formula })}\r\n`

/** Writes rows as CSV: UTF-8 without a mark of the byte order, a header row, empty cells for null. */
export const csvWriter = (columns: readonly Column[]) => ({
  head: linesOf([columns.map(({ title }) => title)]),
  rows: (rows: readonly Record<string, unknown>[]): string =>
    linesOf(rows.map((row) => columns.map(({ cell }) => cell(row)))),
})

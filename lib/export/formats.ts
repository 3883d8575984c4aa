import Papa from 'papaparse'
import type { Endpoint } from '#lib/api/endpoint.ts'
import type { ExportFormat } from '#lib/api/export-address.ts'
import { formulaStart } from '#lib/format/csv.ts'
import { columnsOf, type ExportColumn } from './columns.ts'

/** RFC 4180: CRLF, quotes if needed. Each line ends with its break, so that parts can be concatenated. */
const linesOf = (cells: readonly (readonly unknown[])[]): string =>
  cells.length === 0
    ? ''
    : `${Papa.unparse(
        cells.map((line) => [...line]),
        { newline: '\r\n', escapeFormulae: formulaStart },
      )}\r\n`

/** Writes rows as CSV: UTF-8 without a mark of the byte order, a header row, empty cells for null. */
export const csvWriter = (columns: readonly ExportColumn[]) => ({
  head: linesOf([columns.map(({ title }) => title)]),
  rows: (rows: readonly Record<string, unknown>[]): string =>
    linesOf(rows.map((row) => columns.map(({ cell }) => cell(row)))),
})

/** Writes the rows of one list. `failure` marks a file that ends early; without it, only a broken connection does. */
export type RowWriter = {
  head: string
  rows: (rows: readonly Record<string, unknown>[]) => string
  failure?: (body: Record<string, unknown>) => string
}

type Format = { contentType: string; writer: (endpoint: Endpoint) => RowWriter }

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

/** By the format in the path, which is also the file extension. */
export const formats: ReadonlyMap<string, Format> = new Map<ExportFormat, Format>([
  [
    'csv',
    { contentType: 'text/csv; charset=utf-8; header=present', writer: (endpoint) => csvWriter(columnsOf(endpoint)) },
  ],
  [
    'jsonl',
    {
      contentType: 'application/jsonl; charset=utf-8',
      writer: () => ({
        head: '',
        rows: (rows) => rows.map(jsonLine).join(''),
        failure: (body) => jsonLine({ error: body }),
      }),
    },
  ],
])

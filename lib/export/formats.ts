import type { Endpoint } from '#lib/api/endpoint.ts'
import type { ExportFormat } from '#lib/api/export/export-address.ts'
import { columnsOf } from './columns.ts'
import { csvWriter } from './csv.ts'

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

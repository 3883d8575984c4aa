import type { Endpoint } from '#lib/api/endpoint.ts'
import type { ExportFormat } from '#lib/api/export-address.ts'
import { columnsOf } from './columns.ts'
import { csvWriter } from './csv.ts'

/** Writes the rows of one list. `failure` is how a file says that it ends early; without it, only a broken connection does. */
export type RowWriter = {
  head: string
  rows: (rows: readonly Record<string, unknown>[]) => string
  failure?: (body: Record<string, unknown>) => string
}

type Format = { contentType: string; writer: (endpoint: Endpoint) => RowWriter }

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

/** By the word in the path, which is also the end of the file's name. */
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

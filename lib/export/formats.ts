import { setImmediate as afterOthers } from 'node:timers/promises'
import Papa from 'papaparse'
import { type Coverage, completeHeader, coverageHeaders } from '#lib/api/coverage.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import type { ExportFormat } from '#lib/api/export-address.ts'
import { frameOf } from '#lib/api/frames.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { type JsonSchema, jsonSchemaOf, withoutNull } from '#lib/api/json-schema.ts'
import { readListPage } from '#lib/api/list-page.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { formulaStart } from '#lib/format/csv.ts'

type ExportedPage = {
  rows: readonly Record<string, unknown>[]
  /** The start of the next page; null on the last one. */
  cursor: string | null
  /** Completeness, as headers. */
  coverageHeaders: Record<string, string>
  /** False when rows may be missing because they are not indexed. */
  isIndexed: boolean
}

/** Requests one page with the endpoint's parameters. `coveredBy` receives its coverage. */
type FetchPage = (parameters: RawParameters, coveredBy: (coverage: Coverage) => void) => Promise<unknown>

/** The most that every list gives. */
const pageSize = 100

/**
 * The pages of a list one after the other, each requested only when needed. Between pages other work gets a turn,
 * because reading the embedded database blocks the process.
 */
export async function* listPages(ask: FetchPage, parameters: RawParameters): AsyncGenerator<ExportedPage, void> {
  let { cursor } = parameters
  for (;;) {
    let coverage: Coverage | undefined
    const output = await ask({ ...parameters, limit: pageSize, disable_total: true, cursor }, (reported) => {
      coverage = reported
    })
    const page = pageOf(output, coverage)
    // A source that repeats itself would fill a disk.
    if (page.cursor !== null && page.cursor === cursor)
      throw new ServiceError('upstream_failed', 'The source of this list repeats a page.')
    yield page
    if (page.cursor === null) return
    cursor = page.cursor
    await afterOthers()
  }
}

const pageOf = (output: unknown, coverage: Coverage | undefined): ExportedPage => {
  const { result, cursor } = readListPage(output)
  const headers = coverageHeaders(coverage, output)
  return {
    rows: result,
    cursor,
    coverageHeaders: headers,
    isIndexed: headers[completeHeader] !== 'false',
  }
}

type Row = Record<string, unknown>

/** A column of a table. A cell is text or a number; null is an empty cell. */
type ExportColumn = { title: string; cell: (row: Row) => string | number | null }

/**
 * The columns of a list, derived from its contract: the same for every page and source, known before the first row.
 * Named fields of an object are separate columns (`normalized_metadata.name`); lists and deeper values are JSON text.
 */
export const columnsOf = ({ output }: Pick<Endpoint, 'output'>): ExportColumn[] =>
  Object.entries(jsonSchemaOf(output).properties?.result?.items?.properties ?? {}).flatMap(([name, schema]) => {
    const inner = withoutNull(schema).shown.properties
    if (inner === undefined || Object.keys(inner).length === 0) return [columnOf(name, schema, (row) => row[name])]
    return Object.entries(inner).map(([field, part]) =>
      columnOf(`${name}.${field}`, part, (row) => fieldOf(row[name], field)),
    )
  })

const fieldOf = (value: unknown, field: string): unknown => (isFields(value) ? value[field] : undefined)

const columnOf = (title: string, schema: JsonSchema, read: (row: Row) => unknown): ExportColumn => {
  if (withoutNull(schema).shown.format === 'date-time')
    return { title: `${title} (UTC)`, cell: (row) => tableTime(textOf(read(row))) }
  return { title, cell: (row) => textOf(read(row)) }
}

/** Decimal text is unchanged, so that no digit of a uint256 is lost. */
const textOf = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

const isoTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/

/** A time in a format that spreadsheets parse: `2022-12-08 16:35:11`, with a fraction of a second if there is one. */
const tableTime = (value: string | number | null): string | number | null => {
  const [, day, time, fraction = ''] = isoTime.exec(String(value)) ?? []
  return day === undefined ? value : `${day} ${time}${/[1-9]/.test(fraction) ? fraction : ''}`
}

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
type RowWriter = {
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

type WriteOptions = {
  pages: AsyncGenerator<ExportedPage, void>
  writer: RowWriter
  /** With a line before each part that describes it (lib/api/frames.ts). */
  isFramed: boolean
  /** The beginning of the file is there already. */
  isContinued: boolean
  renderFailure: (thrown: unknown) => Record<string, unknown>
  /** Called once, when all is written, when it failed, or when the reader left. */
  onEnd: (end: { isLeft: boolean; failure?: unknown }) => void
}

/** A part of an export; `coverageHeaders` are those of its page. */
type Part = { bytes: Uint8Array; coverageHeaders?: Record<string, string> }

const utf8 = new TextEncoder()

/**
 * The bytes of an export, page by page. A failure before the first part is thrown. A later one is written if the format
 * or frames can express it, and otherwise thrown: the connection must break, or the file would look complete.
 */
export async function* writeParts(options: WriteOptions): AsyncGenerator<Part, void> {
  const { pages, writer, isFramed, isContinued, renderFailure, onEnd } = options
  let head = isContinued ? '' : writer.head
  let isStarted = false
  let isLeft = true
  let failure: unknown
  try {
    for await (const { rows, cursor, isIndexed, coverageHeaders } of pages) {
      const content = utf8.encode(head + writer.rows(rows))
      head = ''
      isStarted = true
      const frame = { bytes: content.length, rows: rows.length, cursor, is_indexed: isIndexed }
      yield { bytes: isFramed ? frameOf(frame, content) : content, coverageHeaders }
    }
    if (isFramed) yield { bytes: frameOf({ end: true }) }
    isLeft = false
  } catch (thrown) {
    failure = thrown
    isLeft = false
    if (!isStarted) throw thrown
    // Servers print the error of a broken stream, which may contain a secret: it is only passed to `onEnd` and the log.
    if (!isFramed && !writer.failure) throw new ServiceError('internal', 'The export failed.')
    const error = renderFailure(thrown)
    const bytes = isFramed ? frameOf({ error }) : utf8.encode(writer.failure?.(error))
    yield { bytes }
  } finally {
    onEnd({ isLeft, failure })
  }
}

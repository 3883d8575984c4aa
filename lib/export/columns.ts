import type { Endpoint } from '#lib/api/endpoint.ts'
import { type JsonSchema, jsonSchemaOf, withoutNull } from '#lib/api/json-schema.ts'
import { isFields } from '#lib/base/is-fields.ts'

type Row = Record<string, unknown>

/** A column of a table. A cell is text or a number; null is an empty cell. */
export type ExportColumn = { title: string; cell: (row: Row) => string | number | null }

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

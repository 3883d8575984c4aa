import type { PageList } from '#lib/pages/page-content.ts'

/** Records of an answer that is no list of its own, as the page's list: the named fields of each, deeper ones as JSON text. */
export const rowsOf = <Row extends object>(
  name: string,
  records: readonly Row[],
  fields: readonly (keyof Row & string)[],
): PageList => ({
  name,
  titles: fields,
  rows: records.map((record) =>
    fields.map((field) => {
      const value: unknown = record[field]
      if (value === null || value === undefined) return null
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    }),
  ),
  cursor: null,
})

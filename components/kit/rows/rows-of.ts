import type { PageList } from '#lib/pages/page-content.ts'

/** Records of a response that is not a list, as rows: the named fields of each, nested ones as JSON text. */
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

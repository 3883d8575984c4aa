import { isFields } from '#lib/base/is-fields.ts'

/** Ids, numbers, times and words of ours. Anything else is quoted, so that no name looks like a line of its own. */
const plain = /^[\w.:+~/-]{1,200}$/

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'string') return plain.test(value) ? value : JSON.stringify(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const table = (rows: readonly Record<string, unknown>[]): string[] => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [columns.join(' | '), ...rows.map((row) => columns.map((column) => cell(row[column])).join(' | '))]
}

const lines = (name: string, value: unknown): string[] => {
  if (!Array.isArray(value)) {
    if (!isFields(value)) return [`${name}: ${cell(value)}`]
    return Object.entries(value).flatMap(([key, part]) => lines(`${name}.${key}`, part))
  }
  if (value.length === 0) return [`${name}: none`]
  const rows = value.every(isFields) ? table(value) : value.map(cell)
  return [`${name} (${value.length}):`, ...rows.map((row) => `  ${row}`)]
}

/** The fields of an answer as text: a line for each, and a table for rows. `ownTexts` are sentences of this server. */
export const answerText = (fields: Record<string, unknown>, ownTexts: readonly string[]): string =>
  Object.entries(fields)
    .flatMap(([name, value]) =>
      ownTexts.includes(name) && typeof value === 'string' ? [`${name}: ${value}`] : lines(name, value),
    )
    .join('\n')

import { toDigits } from '#lib/base/bytes.ts'

/**
 * One column of these rows in PostgreSQL's array text format (documentation: "Array Input and Output Syntax"), for a
 * parameter cast to an array of the column's type. NUL is dropped, as in `copyText`.
 */
export const arrayText = (column: string, rows: readonly Record<string, unknown>[]): string => {
  let text = '{'
  let separator = ''
  for (const row of rows) {
    text += separator + element(row[column], column)
    separator = ','
  }
  return `${text}}`
}

const element = (value: unknown, column: string): string => {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `"${needsEscape.test(value) ? value.replace(escaped, escapeCharacter) : value}"`
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return `"\\\\x${toDigits(value)}"`
  throw new TypeError(`column ${column} cannot hold a value of type ${typeof value}`)
}

const needsEscape = /[\0"\\]/
const escaped = /[\0"\\]/g
const escapeCharacter = (character: string): string => (character === '\0' ? '' : `\\${character}`)

import { toDigits } from '#lib/base/bytes.ts'

/** Size of the chunks that are sent; a chunk is built while the previous one is in transit. */
const pieceLength = 256 * 1024

/**
 * Rows in PostgreSQL's text format for COPY (its documentation, "COPY", "Text Format"): tabs between columns, `\N` for
 * null, a backslash before special characters. NUL is dropped: PostgreSQL cannot store it.
 */
export function* copyText(
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): Generator<string, void, undefined> {
  let piece = ''
  for (const row of rows) {
    let separator = ''
    for (const column of columns) {
      piece += separator + copyValue(row[column], column)
      separator = '\t'
    }
    piece += '\n'
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

const copyValue = (value: unknown, column: string): string => {
  if (value === null) return '\\N'
  if (typeof value === 'string') return needsEscape.test(value) ? value.replace(escaped, escapeCharacter) : value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return `\\\\x${toDigits(value)}`
  throw new TypeError(`column ${column} cannot hold a value of type ${typeof value}`)
}

const needsEscape = /[\0\\\n\r\t]/
const escaped = /[\0\\\n\r\t]/g
const escapes: Record<string, string> = { '\0': '', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escapeCharacter = (character: string): string => escapes[character] ?? character

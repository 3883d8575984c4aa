/**
 * Characters that a spreadsheet treats as the start of a formula, in ASCII and full width, unless the cell is a plain
 * negative number. Token names are untrusted: such a cell gets an apostrophe prefix, which makes it text.
 */
export const formulaStart = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/

const cellOf = (text: string): string => {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 for the few rows of a page: CRLF, quotes if needed, nothing that runs as a formula. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

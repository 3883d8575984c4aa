import Papa from 'papaparse'
import { isFields } from '#lib/base/is-fields.ts'
import { csvText, formulaStart } from '#lib/format/csv.ts'
import { type Label, readLabel } from './label.ts'

/** Faults name the line of the text, from 1; in JSON, the entry. */
export type ReadLabels = { labels: Label[]; faults: { place: string; fault: string; text: string }[] }

const columns = ['kind', 'chain', 'subject', 'label', 'note', 'watched', 'updated'] as const

/** Apostrophes before text that would run as a formula; `csvText` adds one if there is none. */
const guarded = /^'+(?=.)/u
const isGuarded = (text: string): boolean => formulaStart.test(text.replace(guarded, ''))

/** One more apostrophe than the text has, so that reading can remove one. */
const guard = (text: string): string => (text.startsWith("'") && isGuarded(text) ? `'${text}` : text)
const unguard = (text: string): string => (text.startsWith("'") && isGuarded(text) ? text.slice(1) : text)

const recordOf = ({ kind, chain, subject, label, note, isWatched, updatedAt }: Label) => ({
  kind,
  chain,
  subject,
  label,
  note,
  watched: isWatched,
  updated: new Date(updatedAt).toISOString(),
})

export const labelsCsv = (labels: readonly Label[]): string =>
  csvText([columns, ...labels.map(recordOf).map((record) => columns.map((name) => guard(cellText(record[name]))))])

const cellText = (value: string | boolean): string => (typeof value === 'string' ? value : value ? 'yes' : 'no')

export const labelsJson = (labels: readonly Label[]): string =>
  `${JSON.stringify({ format: 'spyglass-labels', version: 1, labels: labels.map(recordOf) }, null, 2)}\n`

/** Parses a file of either format, detected from its start. Every row is either a label or a fault: none is skipped. */
export const readLabelFile = (text: string): ReadLabels =>
  /^\uFEFF?\s*[{[]/.test(text) ? readJson(text.replace(/^\uFEFF/, '')) : readCsv(text.replace(/^\uFEFF/, ''))

const collect = (rows: readonly { place: string; text: string; given: Record<string, unknown> | undefined }[]) => {
  const read: ReadLabels = { labels: [], faults: [] }
  for (const { place, text, given } of rows) {
    const label = given ? readLabel(given) : 'it is not an object'
    if (typeof label === 'string') read.faults.push({ place, fault: label, text })
    else read.labels.push(label)
  }
  return read
}

const readJson = (text: string): ReadLabels => {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'it is not JSON'
    return { labels: [], faults: [{ place: 'The file', fault, text: '' }] }
  }
  const entries = isFields(given) ? given.labels : given
  if (!Array.isArray(entries))
    return { labels: [], faults: [{ place: 'The file', fault: 'it has no list named labels', text: '' }] }
  return collect(
    entries.map((entry, index) => ({
      place: `Entry ${index + 1}`,
      text: JSON.stringify(entry),
      given: isFields(entry) ? entry : undefined,
    })),
  )
}

/** The first line of each row: a row with a line break in quotes takes several. */
const csvRows = (text: string): { line: number; cells: string[]; text: string }[] => {
  const rows: { line: number; cells: string[]; text: string }[] = []
  let line = 1
  let from = 0
  Papa.parse<string[]>(text, {
    delimiter: ',',
    step: ({ data, meta: { cursor } }) => {
      const raw = text.slice(from, cursor)
      rows.push({ line, cells: data, text: raw.trimEnd() })
      line += raw.split('\n').length - 1
      from = cursor
    },
  })
  return rows
}

const readCsv = (text: string): ReadLabels => {
  const [head, ...rows] = csvRows(text)
  const names = head?.cells.map((name) => name.trim().toLowerCase()) ?? []
  if (!['kind', 'chain', 'subject'].every((name) => names.includes(name)))
    return {
      labels: [],
      faults: [{ place: 'Line 1', fault: `it should name the columns ${columns.join(', ')}`, text: head?.text ?? '' }],
    }
  return collect(
    rows
      .filter(({ text }) => text !== '')
      .map(({ line, cells, text }) => ({
        place: `Line ${line}`,
        text,
        given: Object.fromEntries(names.map((name, index) => [name, unguard(cells[index] ?? '')])),
      })),
  )
}

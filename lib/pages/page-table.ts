import { csvText } from '#lib/format/csv.ts'
import { answerTitle, type PageContent } from './page-content.ts'

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A page as CSV: its list, under the columns that an export of it has; a page without a list as the fields of its record. */
export const pageCsv = ({ list, answers }: PageContent): string => {
  if (list) return csvText([list.titles, ...list.rows.map((row) => row.map(textOf))])
  const record = answers.find(({ answer }) => answer !== undefined)?.answer
  const fields = typeof record === 'object' && record !== null ? Object.entries(record) : []
  return csvText([['field', 'value'], ...fields.map(([name, value]) => [name, textOf(value)])])
}

/** A page as one JSON document: each answer under its endpoint's name, with the request that gives it to a program. */
export const pageJson = ({ path, kind, title, summary, place, facts, answers, list, links }: PageContent): string =>
  `${JSON.stringify({
    page: path,
    kind,
    title,
    place,
    summary,
    facts: Object.fromEntries(facts),
    ...(list?.records && { rows: list.records }),
    data: Object.fromEntries(
      answers.map(({ request, source, indexed, answer, error, ...named }) => [
        answerTitle(named),
        error ? { request, error } : { request, source: source ?? null, ...(indexed && { indexed }), answer },
      ]),
    ),
    links,
  })}\n`

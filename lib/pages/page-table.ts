import { coverageText } from '#lib/api/coverage.ts'
import { csvText } from '#lib/format/csv.ts'
import { answerTitle, type PageAnswer, type PageContent } from './page-content.ts'
import { isCompletePage, pageCoverageSentence } from './page-coverage.ts'

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A page as CSV: its list with the columns of an export, or the fields of its record if it has no list. */
export const pageCsv = ({ list, answers }: PageContent): string => {
  if (list) return csvText([list.titles, ...list.rows.map((row) => row.map(textOf))])
  const record = answers.find(({ answer }) => answer !== undefined)?.answer
  const fields = typeof record === 'object' && record !== null ? Object.entries(record) : []
  return csvText([['field', 'value'], ...fields.map(([name, value]) => [name, textOf(value)])])
}

/** A page as one JSON document: each response under its endpoint's name, with the request for it. */
export const pageJson = ({ path, kind, title, summary, place, facts, ...page }: PageContent): string => {
  const { answers, list, links, shortened } = page
  const isComplete = isCompletePage({ answers })
  return `${JSON.stringify({
    page: path,
    kind,
    title,
    place,
    summary,
    ...(isComplete !== undefined && { index_complete: isComplete }),
    coverage_note: pageCoverageSentence({ answers }),
    ...(shortened && { shortened }),
    facts: Object.fromEntries(facts),
    ...(list?.records && { rows: list.records }),
    data: Object.fromEntries(answers.map((given) => [answerTitle(given), answerRecord(given)])),
    links,
  })}\n`
}

const answerRecord = (given: PageAnswer) => {
  const { request, source, indexed, coverage, answer, error } = given
  if (error) return { request, error }
  return {
    request,
    source: source ?? null,
    ...(indexed && { indexed }),
    ...(coverage && { index_complete: coverage.isComplete, coverage: coverageText(coverage) }),
    answer,
  }
}

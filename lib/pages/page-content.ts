import {
  type Coverage,
  completeHeader,
  coverageHeader,
  coverageSentence,
  coverageText,
  declaredCompleteness,
} from '#lib/api/coverage.ts'
import type { Call, Question, QuestionFault } from './question.ts'

/** Pages of a list read for one response. */
export const pagesGatheredMax = 20

/** What a page says about its subject, also in link previews. Names in it are untrusted text. */
export type PageAbout = {
  /** The kind of subject, e.g. `Transaction`. */
  kind: string
  /** The name of the subject. */
  title: string
  /** One sentence. */
  summary: string
  /** The chain or network. */
  place: string
  /** Key facts, as label and value. */
  facts: readonly (readonly [string, string])[]
}

/**
 * Rows merged from several responses of one endpoint (`api` and `name`), each with its origin in a column before its
 * own.
 */
export type MergedRows = Pick<Call, 'api' | 'name'> & {
  origin: string
  rows: readonly { origin: string; record: Readonly<Record<string, unknown>> }[]
}

export type PageAnswer = Pick<Question, 'api' | 'name' | 'part'> & {
  /** The request for API clients: `/api/v2/0x…?chain=eth`. */
  request: string
  source?: string
  /** Position of our own index, e.g. `block 1082`. */
  indexed?: string
  /** The blocks it was computed from, if known. */
  coverage?: Coverage
  answer?: unknown
  error?: Pick<QuestionFault, 'code' | 'message'>
}

export type PageContent = PageAbout & {
  /** The page's path, with its filters. */
  path: string
  answers: readonly PageAnswer[]
  list?: PageList
  links: Record<string, string>
  /** What was left out so that the page is not too large, if something was. */
  shortened?: string
}

/** The rows that a page lists, with a `cursor` if there are more. */
export type PageList = {
  name: string
  titles: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
  cursor: string | null
  /** The request for the whole list, if it can be exported. */
  request?: string
  /** The rows in the API's format, if no response of the page contains them. */
  records?: readonly Readonly<Record<string, unknown>>[]
}

/** The title of a response on its page: its endpoint, and its part if there are several. */
export const answerTitle = ({ name, part }: Pick<Question, 'name' | 'part'>): string =>
  part === undefined ? name : `${name} ${part}`

type Answers = Pick<PageContent, 'answers'>

/** Whether a response is complete; undefined if unknown. */
const isCompleteAnswer = ({ coverage, answer }: PageAnswer): boolean | undefined =>
  coverage?.isComplete ?? declaredCompleteness(answer)

/** The coverage shown for a page: the first incomplete one, or else the first. */
const decidingCoverage = ({ answers }: Answers): Coverage | undefined => {
  const known = answers.flatMap(({ coverage }) => coverage ?? [])
  return known.find(({ isComplete }) => !isComplete) ?? known[0]
}

/** True only if every response with a known coverage is complete. */
export const isCompletePage = ({ answers }: Answers): boolean | undefined => {
  const verdicts = answers.flatMap((answer) => isCompleteAnswer(answer) ?? [])
  return verdicts.length === 0 ? undefined : verdicts.every(Boolean)
}

export const pageCoverageHeaders = (page: Answers): Record<string, string> => {
  const isComplete = isCompletePage(page)
  const coverage = decidingCoverage(page)
  return {
    ...(isComplete !== undefined && { [completeHeader]: String(isComplete) }),
    ...(coverage && { [coverageHeader]: coverageText(coverage) }),
  }
}

/** The note about missing rows; undefined if the page is complete or nothing is known. */
export const pageCoverageSentence = (page: Answers): string | undefined => {
  const coverage = decidingCoverage(page)
  return coverage && coverageSentence(coverage)
}

const cellMax = 160

/** Escapes untrusted text: it contains no Markdown or HTML markup and stays on its line. */
const markdownText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    // Many readers turn bare addresses into links.
    .replaceAll(/:(?=\/\/)|@|(?<=\bwww)\./gi, (sign) => `&#${sign.codePointAt(0)};`)
    .trim()

const cell = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return markdownText(text.length > cellMax ? `${text.slice(0, cellMax)}…` : text)
}

const table = (titles: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [titles.map(cell), titles.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** The columns with a value on this page. */
const listTable = ({ titles, rows }: PageList): string => {
  const kept = titles.map((_, index) => rows.some((row) => row[index] !== null && row[index] !== ''))
  const keep = <T>(cells: readonly T[]) => cells.filter((_, index) => kept[index])
  return table(keep(titles), rows.map(keep))
}

/** The fields of a record, as rows; nested values are JSON of limited length. */
const recordRows = (answer: unknown): [string, unknown][] =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer)
    ? Object.entries(answer).filter(([, value]) => value !== null && value !== undefined && value !== '')
    : []

const listPart = (list: PageList): string[] => {
  const count = `${list.rows.length} ${list.rows.length === 1 ? 'row' : 'rows'}${list.cursor ? ', and more follow' : ''}.`
  return [count, ...(list.rows.length > 0 ? [listTable(list)] : [])]
}

const answerPart = (given: PageAnswer, list: PageList | undefined): string => {
  const { name, request, source, answer, error } = given
  const title = cell(answerTitle(given))
  const from = `From \`GET ${request.replaceAll('`', '%60')}\`${source ? `, source: ${source}` : ''}.`
  if (error) return `## ${title}\n\n${from}\n\nFailed: ${markdownText(error.message)}`
  const rows = recordRows(answer)
  if (list?.name !== name) return [`## ${title}`, from, table(['Field', 'Value'], rows)].join('\n\n')
  return [`## ${title}`, from, ...listPart(list)].join('\n\n')
}

/** A page as a Markdown document. */
export const pageMarkdown = ({ kind, title, place, summary, facts, ...page }: PageContent): string => {
  const { answers, list, links, shortened } = page
  const note = pageCoverageSentence({ answers })
  return `${[
    `# ${markdownText(kind)}: ${markdownText(title)}`,
    markdownText(summary),
    ...(note ? [markdownText(note)] : []),
    ...(shortened ? [`Shortened: ${markdownText(shortened)}.`] : []),
    table(['Fact', 'Value'], [['Place', place], ...facts]),
    ...(list?.records ? ['## Rows', ...listPart(list)] : []),
    ...answers.map((answer) => answerPart(answer, list)),
    '## Links',
    Object.entries(links)
      .map(([name, href]) => `- [${markdownText(name)}](<${href}>)`)
      .join('\n'),
  ].join('\n\n')}\n`
}

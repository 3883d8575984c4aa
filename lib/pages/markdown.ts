import { answerTitle, type PageAnswer, type PageContent, type PageList } from './page-content.ts'
import { pageCoverageSentence } from './page-coverage.ts'

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

import { coverageText } from '#lib/api/coverage.ts'
import type { Requester } from '#lib/api/endpoint.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import { exportAddress } from '#lib/api/export-address.ts'
import { answerBytesMax, fitAnswer, shortenedHeader } from '#lib/api/fit-answer.ts'
import { readQuery } from '#lib/api/input/raw-input.ts'
import {
  type Admission,
  type Exchange,
  type ExchangeAnswer,
  exchange,
  type RequestFacts,
} from '#lib/api/serve/exchange.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isKeyOf } from '#lib/base/typed-keys.ts'
import { csvText } from '#lib/format/csv.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { type PageApis, readPage } from './ask.ts'
import {
  type FoundPage,
  findPage,
  type PageFormat,
  pageAddress,
  pageDataPrefix,
  pageFormats,
  stemPage,
} from './page-address.ts'
import {
  answerTitle,
  isCompletePage,
  type PageAbout,
  type PageAnswer,
  type PageContent,
  pageCoverageHeaders,
  pageCoverageSentence,
  pageMarkdown,
} from './page-content.ts'
import { namesList, type PageEntry, type PageRegistry } from './page-definition.ts'

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A page as CSV: its list with the columns of an export, or the fields of its record if it has no list. */
export const pageCsv = ({ list, answers }: PageContent): string => {
  if (list) return csvText([list.titles, ...list.rows.map((row) => row.map(cellText))])
  const record = answers.find(({ answer }) => answer !== undefined)?.answer
  const fields = typeof record === 'object' && record !== null ? Object.entries(record) : []
  return csvText([['field', 'value'], ...fields.map(([name, value]) => [name, cellText(value)])])
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

export type PageHandlerOptions = {
  apis: PageApis
  /** Charges a visitor for one question, as a page would. */
  takeForVisitor: (request: Request) => Promise<Pick<Admission, 'headers' | 'refused'>>
  requesterOf?: (request: Request) => Requester
  observe: (facts: RequestFacts) => void
}

/** The pages, and the renderer of their preview images. */
export type PageParts = { registry: PageRegistry; draw: (about: PageAbout) => Promise<Uint8Array> }

/** An image costs about as much CPU time as this many responses. */
const drawingQuestions = 8
const drawnSeconds = 300

const types: Record<PageFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
}
const address = new RegExp(`^${pageDataPrefix}/(${pageFormats.join('|')})(/.*)$`)

/**
 * `GET /api/page/{json|csv|md|png}/…`: the contents of a page for API clients, readers and link previews. It needs no
 * key, like pages, and charges the visitor for each question; scripts of other origins cannot read it. For its other
 * URLs see lib/pages/page-address.ts.
 */
export const createPageHandler = ({ apis, takeForVisitor, requesterOf, observe }: PageHandlerOptions) => {
  const answer = async (seen: Exchange, parts: PageParts): Promise<ExchangeAnswer> => {
    const { request, headers } = seen
    seen.endpoint = 'page'
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      headers.allow = 'GET, HEAD'
      throw new ServiceError('method_not_allowed', 'Page data accepts GET and HEAD.')
    }
    const url = new URL(request.url)
    const [, format = '', stem = ''] = address.exec(url.pathname) ?? []
    const query = readQuery(url.searchParams)
    const found = findPage(stemPage(stem))
    const entry = found && entryOf(parts.registry, found, format, query)
    if (!isKeyOf(types, format) || !entry) throw new ServiceError('not_found', 'Page not found.')
    const path = entry.path.pattern === found.pattern ? stemPage(stem) : entry.path.fill(found.parameters)
    const isPicture = format === 'png'
    let drawing = isPicture ? drawingQuestions : 0
    const take = async (questions: number) => {
      const all = questions + drawing
      drawing = 0
      for (let left = all; left > 0; left--) {
        const taken = await takeForVisitor(request)
        Object.assign(headers, taken.headers)
        if (taken.refused) throw taken.refused
      }
    }
    const read = await readPage(
      entry,
      { parameters: found.parameters, query, path },
      { apis, take, requester: requesterOf?.(request), signal: request.signal },
    )
    const page = fitPage(read)
    if (page.shortened) headers[shortenedHeader] = page.shortened
    const content = { ...page, path: path + url.search, links: linksOf(page, url.searchParams, format) }
    headers['content-type'] = types[format]
    Object.assign(headers, pageCoverageHeaders(content))
    const { next } = content.links
    headers.link = [`<${path}${url.search}>; rel="canonical"`, ...(next ? [`<${next}>; rel="next"`] : [])].join(', ')
    if (!isPicture) return { body: new TextEncoder().encode(textOf(content, format)) }
    const body = new Uint8Array(await parts.draw(content))
    headers['cache-control'] = `public, max-age=${drawnSeconds}`
    delete headers['x-robots-tag']
    return { body }
  }

  return (request: Request, parts: PageParts): Promise<Response> =>
    exchange({ renderError: renderPlainError, observe, headers: { vary: 'Accept' } }, async (seen) => {
      // Search engines should index the page instead.
      seen.headers['x-robots-tag'] = 'noindex'
      return await answer(seen, parts)
    })(request)
}

/** A page whose answers together, and whose rows, are no larger than one answer may be. */
const fitPage = ({ answers, list, ...page }: Omit<PageContent, 'links'>): Omit<PageContent, 'links'> => {
  const fitted = fitAnswer(answers, answerBytesMax)
  const fittedList = fitAnswer(list, answerBytesMax)
  const shortened = [...new Set([fitted.shortened, fittedList.shortened])].filter((note) => note !== undefined)
  return {
    ...page,
    answers: fitted.value,
    ...(fittedList.value && { list: fittedList.value }),
    ...(shortened.length > 0 && { shortened: shortened.join('; ') }),
  }
}

/** The page of a path, or the tab with its list if that is what the URL asks for. */
const entryOf = (
  registry: PageRegistry,
  { pattern }: FoundPage,
  format: string,
  query: SearchParams,
): PageEntry | undefined => {
  const entry = registry.get(pattern)
  const { listTab } = entry ?? {}
  return listTab && (format === 'csv' || namesList(listTab, query)) ? registry.get(listTab.path.pattern) : entry
}

const textOf = (content: PageContent, format: PageFormat): string => {
  if (format === 'csv') return pageCsv(content)
  return format === 'md' ? pageMarkdown(content) : pageJson(content)
}

/** Links to the page and its other formats and, for a list, to its next rows and to the whole list. */
const linksOf = (
  { path, list }: Omit<PageContent, 'links'>,
  parameters: URLSearchParams,
  format: PageFormat,
): Record<string, string> => {
  const search = parameters.size === 0 ? '' : `?${parameters}`
  const next = new URLSearchParams(parameters)
  if (list?.cursor) next.set('cursor', list.cursor)
  return {
    page: path + search,
    json: pageAddress(path, 'json', search),
    csv: pageAddress(path, 'csv', search),
    markdown: pageAddress(path, 'md', search),
    ...(list?.cursor && { next: pageAddress(path, format, `?${next}`) }),
    ...(list?.request && { whole_csv: exportAddress(list.request, 'csv') }),
  }
}

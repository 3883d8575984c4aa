import { addressOf } from '#lib/api/client/call.ts'
import { listPageIn, readListPage } from '#lib/api/list-page.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { columnsOf } from '#lib/export/columns.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { callOf, createAsk, type PageApis, type PageAskOptions } from './ask.ts'
import { type MergedRows, type PageAnswer, type PageContent, type PageList, pagesGatheredMax } from './page-content.ts'
import { answersOf, type PageEntry, readContext } from './page-definition.ts'
import type { Answer, Ask, GatheredPage, Gathering, Question } from './question.ts'

/** No further page is requested after this, since readers wait for the response. */
const withinMs = 3_000

/**
 * Reads a list page by page from its first page to its end or to a limit. A failure after the first page is not fatal:
 * the result says how far it got.
 */
export const gatherList = async (
  first: GatheredPage,
  gathering: Gathering,
  { ask, now, signal }: { ask: (cursor: string) => Promise<GatheredPage>; now: () => number; signal: AbortSignal },
): Promise<unknown> => {
  const until = now() + withinMs
  let page = first
  for (let pages = 1; ; pages++) {
    gathering.take(page)
    if (!page.cursor) return gathering.answer(null)
    if (pages >= pagesGatheredMax) return gathering.answer(`one response contains at most ${pagesGatheredMax} pages`)
    if (now() >= until) return gathering.answer(`one response takes at most ${withinMs / 1_000} seconds`)
    signal.throwIfAborted()
    try {
      page = await ask(page.cursor)
    } catch (error) {
      if (!isServiceError(error)) throw error
      return gathering.answer(error.message)
    }
  }
}

export type Asking = PageAskOptions & {
  apis: PageApis
  /** Called before questions are sent, with their number. @throws ServiceError to refuse them. */
  take: (questions: number) => Promise<void>
  signal: AbortSignal
}

/** One question and its answer, as shown in page data. */
const readAnswer = async (question: Question, ask: Ask, asking: Asking): Promise<PageAnswer> => {
  const { apis, take, requester, signal } = asking
  const { api: apiName, name, part, input, keep, gather } = question
  const { api, basePath = '', indexPosition } = apis[apiName] ?? {}
  const endpoint = api?.[name]
  invariant(endpoint, 'every question names an endpoint of a mounted API')
  // Read before the response, which may contain more blocks but never fewer.
  const position = indexPosition?.(name, input).catch(() => undefined)
  const { data, fault, source, coverage } = await ask(question)
  const asked = { api: apiName, name, ...(part && { part }), request: basePath + addressOf(endpoint, input) }
  if (fault) return { ...asked, error: { code: fault.code, message: fault.message } }
  const fetchMore = async (cursor: string) => {
    await take(1)
    // Counting is expensive for a source: totals are requested only with the first page.
    return readListPage(await callOf(apis, question)({ ...input, cursor, disable_total: true }, { signal, requester }))
  }
  const answer = gather
    ? await gatherList(readListPage(data), gather(), { ask: fetchMore, now: () => performance.now(), signal })
    : data
  const indexed = source === 'hosted' ? undefined : (await position)?.['x-spyglass-indexed']
  return {
    ...asked,
    source,
    ...(indexed && { indexed }),
    ...(coverage && { coverage }),
    answer: keep ? keep(answer) : answer,
  }
}

/** The subject's error, unless no source here serves it and another question has an answer. */
const failureOf = (subject: PageAnswer | undefined, answers: readonly PageAnswer[]): PageAnswer['error'] => {
  const isElsewhere = subject?.error?.code === 'not_available' || subject?.error?.code === 'chain_not_served'
  return isElsewhere && answers.some(({ error }) => error === undefined) ? undefined : subject?.error
}

/** Removes the position in the list from a request; an export starts at the beginning. */
const wholeOf = (request: string): string => {
  const url = new URL(request, 'http://page')
  for (const name of ['limit', 'cursor', 'disable_total', 'media_items']) url.searchParams.delete(name)
  return url.pathname + url.search
}

const listOf = (apis: PageApis, answer: PageAnswer | undefined): PageList | undefined => {
  const endpoint = answer && apis[answer.api]?.api[answer.name]
  const page = listPageIn(answer?.answer)
  if (!answer || !endpoint || !page) return undefined
  const columns = columnsOf(endpoint)
  return {
    name: answer.name,
    titles: columns.map(({ title }) => title),
    rows: page.result.map((row) => columns.map(({ cell }) => cell(row))),
    cursor: page.cursor,
    ...(endpoint.paged && { request: wholeOf(answer.request) }),
  }
}

const mergedList = (apis: PageApis, { api, name, origin, rows }: MergedRows): PageList => {
  const endpoint = apis[api]?.api[name]
  invariant(endpoint, 'merged rows name an endpoint of a mounted API')
  const columns = columnsOf(endpoint)
  return {
    name: 'rows',
    titles: [origin, ...columns.map(({ title }) => title)],
    rows: rows.map((row) => [row.origin, ...columns.map(({ cell }) => cell(row.record))]),
    records: rows.map((row) => ({ [origin]: row.origin, ...row.record })),
    cursor: null,
  }
}

/** Removes merged rows from their response, since each row appears once on a page. */
const withoutRows = ({ answer, ...asked }: PageAnswer): PageAnswer => {
  if (!isFields(answer)) return asked
  const { result: _, ...rest } = answer
  return { ...asked, answer: asked.part === undefined ? answer : rest }
}

/** Sends the questions of a page and assembles its contents. */
export const readPage = async (
  entry: PageEntry,
  { parameters, query, path }: { parameters: Record<string, string>; query: SearchParams; path: string },
  asking: Asking,
): Promise<Omit<PageContent, 'links'>> => {
  const ask = createAsk(asking.apis, asking)
  const page = await readContext(entry, { parameters, query, ask })
  const questions = await entry.questions(page)
  const asked = Object.entries(questions).flatMap(([key, question]) => (question ? [{ key, question }] : []))
  await asking.take(asked.length)
  const answers = await Promise.all(asked.map(({ question }) => readAnswer(question, ask, asking)))
  const answerOf = (key: string): PageAnswer | undefined => answers[asked.findIndex((one) => one.key === key)]
  const failure = failureOf(entry.subject === undefined ? answers[0] : answerOf(entry.subject), answers)
  if (failure) throw new ServiceError(failure.code, failure.message)
  const fetchGathered = (question: Question): Promise<Answer<unknown>> => {
    const gathered = question.gather && answers[asked.findIndex((one) => one.question === question)]
    return gathered && !gathered.error ? Promise.resolve({ data: gathered.answer }) : ask(question)
  }
  const known = answersOf(questions, fetchGathered as Ask)
  const later = (await entry.later?.(page, known)) ?? []
  await asking.take(later.length)
  const laterAnswers = await Promise.all(later.map((question) => readAnswer(question, ask, asking)))
  const about = await entry.about(page, known)
  const { subjectKind, isNamed: _, facts = [], ...summary } = (await entry.aboutData?.(page, known, about)) ?? about
  const described = { kind: entry.of ? entry.kind : (subjectKind ?? entry.kind), ...summary, facts, path }
  if (entry.merge) {
    const list = mergedList(asking.apis, await entry.merge(page, known))
    return { ...described, answers: answers.map(withoutRows), list }
  }
  const listed = (entry.list ?? []).map(answerOf).find((answer) => answer?.answer !== undefined)
  const list = (await entry.rows?.(page, known)) ?? listOf(asking.apis, listed)
  return { ...described, answers: [...answers, ...laterAnswers], ...(list && { list }) }
}

import { type AnyCall, addressOf } from '#lib/api/client/call.ts'
import { callsOf } from '#lib/api/client/client.ts'
import type { Api, Requester } from '#lib/api/endpoint.ts'
import { listPageIn, readListPage } from '#lib/api/list-page.ts'
import type { IndexPosition, RequestPaths } from '#lib/api/serve/serve.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import { isFields } from '#lib/base/is-fields.ts'
import type { KeptByVersion } from '#lib/base/kept-by-version.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { columnsOf } from '#lib/export/formats.ts'
import { cutTexts } from '#lib/format/cut-texts.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { type MergedRows, type PageAnswer, type PageContent, type PageList, pagesGatheredMax } from './page-content.ts'
import { answersOf, type PageEntry, readContext } from './page-definition.ts'
import type { Answer, Ask, Circumstances, GatheredPage, Gathering, Question } from './question.ts'

/** A mounted API, by its name on the reference pages. */
export type PageApis = Readonly<
  Record<string, RequestPaths & { api: Api; client: object; indexPosition?: IndexPosition }>
>

type PageAskOptions = {
  requester?: Requester
  signal?: AbortSignal
  /** Pages cut long texts (see `cutTexts`), except in responses to questions with `isWhole`; page data does not. */
  cutsTexts?: boolean
  /** Answers that pages asked in the same way share, of endpoints that may be kept. */
  kept?: KeptAnswers
}

/** By question. */
type KeptAnswers = KeptByVersion<Answer<unknown>>

const callOf = (apis: PageApis, { api, name }: Pick<Question, 'api' | 'name'>): AnyCall => {
  const { client } = apis[api] ?? {}
  const call = client && callsOf(client)[name]
  invariant(call, 'every question names an endpoint of a mounted API')
  return call
}

/** Calls our own services, each question once. Service errors become faults; anything else is a bug and is thrown. */
export const createAsk = (apis: PageApis, options: PageAskOptions = {}): Ask => {
  const { requester, signal, cutsTexts = false, kept } = options
  const asked = new Map<string, Promise<Answer<unknown>>>()
  const callOnce = async ({ api, name, input, brief, isWhole, deadlineMs }: Question): Promise<Answer<unknown>> => {
    using late = deadlineMs === undefined ? undefined : timeLimit(deadlineMs)
    const signals = [signal, late?.signal].filter((one) => one !== undefined)
    const known: Circumstances & { headers: Record<string, string> } = { headers: {} }
    try {
      const data = await callOf(apis, { api, name })(input, {
        ...{ signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0], requester },
        brief: cutsTexts && brief,
        answeredBy: (source) => {
          known.source = source
        },
        coveredBy: (coverage) => {
          known.coverage = coverage
        },
        setHeader: (header, value) => {
          known.headers[header] = value
        },
      })
      return { ...known, data: cutsTexts && !isWhole ? cutTexts(data) : data }
    } catch (error) {
      if (late?.signal.aborted && !signal?.aborted) {
        const message = `No response within ${(deadlineMs ?? 0) / 1_000} s.`
        return { ...known, fault: { code: 'upstream_timeout', message, details: [] } }
      }
      if (!isServiceError(error)) throw error
      return { ...known, fault: { code: error.code, message: error.message, details: error.details ?? [] } }
    }
  }
  const callOrFind = async (question: Question, key: string): Promise<Answer<unknown>> => {
    const version = apis[question.api]?.api[question.name]?.isKept ? kept?.version() : undefined
    if (version === undefined) return callOnce(question)
    const found = kept?.find(key, version)
    if (found) return found
    const answer = await callOnce(question)
    if (isOfIndexAlone(answer)) kept?.keep(key, version, answer)
    return answer
  }
  return <T>(question: Question<T>) => {
    const { api, name, input, brief, isWhole, deadlineMs } = question
    const key = JSON.stringify([api, name, input, brief ?? false, isWhole ?? false, deadlineMs ?? null])
    const answer = asked.get(key) ?? callOrFind(question, key)
    asked.set(key, answer)
    return answer as Promise<Answer<T>>
  }
}

/** Headers of an endpoint are notes about this very response, e.g. that a node did not answer. */
const isOfIndexAlone = ({ fault, source, headers = {} }: Answer<unknown>): boolean =>
  !fault && source !== 'hosted' && Object.keys(headers).length === 0

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

type Asking = PageAskOptions & {
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

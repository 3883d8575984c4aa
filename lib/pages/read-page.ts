import { callsOf } from '#lib/api/any-call.ts'
import { addressOf } from '#lib/api/client.ts'
import type { Coverage } from '#lib/api/coverage.ts'
import type { Api, Asker } from '#lib/api/endpoint.ts'
import { isServiceError, ServiceError } from '#lib/api/errors.ts'
import { isFields } from '#lib/api/is-fields.ts'
import type { RequestPlace } from '#lib/api/request-place.ts'
import type { Standing } from '#lib/api/serve.ts'
import { timeLimit } from '#lib/api/time-limit.ts'
import { columnsOf } from '#lib/export/columns.ts'
import { gatherList } from './gather-list.ts'
import type {
  ListPage,
  MergedRows,
  PageAnswer,
  PageAnswers,
  PageAt,
  PageCall,
  PageContent,
  PageEntry,
  PageList,
} from './page-content.ts'

/** An API as it is mounted, by its name on the reference pages. */
export type PageApis = Readonly<Record<string, RequestPlace & { api: Api; client: object; standing?: Standing }>>

type Asking = { apis: PageApis; take: (questions: number) => Promise<void>; asker?: Asker; signal: AbortSignal }

const askOne = async (call: PageCall, { apis, take, asker, signal }: Asking): Promise<PageAnswer> => {
  const { api, client, basePath = '', standing } = apis[call.api] ?? {}
  const endpoint = api?.[call.name]
  const ask = client && callsOf(client)[call.name]
  if (!endpoint || !ask) throw new Error(`${call.api} has no ${call.name}`)
  const { api: apiName, name, part, input, keep, gather, deadlineMs } = call
  const asked = { api: apiName, name, ...(part && { part }), request: basePath + addressOf(endpoint, input) }
  using late = deadlineMs === undefined ? undefined : timeLimit(deadlineMs)
  let source: string | undefined
  let coverage: Coverage | undefined
  // Read before the answer, which may hold more and never less.
  const stood = standing?.(name, input).catch(() => undefined)
  try {
    const first = await ask(input, {
      signal: late ? AbortSignal.any([signal, late.signal]) : signal,
      asker,
      answeredBy: (answering) => {
        source = answering
      },
      coveredBy: (said) => {
        coverage = said
      },
    })
    const askMore = async (cursor: string) => {
      await take(1)
      // To count them all is work for a source: it is asked for with the first page alone.
      return (await ask({ ...input, cursor, disable_total: true }, { signal, asker })) as ListPage
    }
    const answer = gather
      ? await gatherList(first as ListPage, gather(), { ask: askMore, now: () => performance.now(), signal })
      : first
    const indexed = source === 'hosted' ? undefined : (await stood)?.['x-spyglass-indexed']
    return {
      ...asked,
      source,
      ...(indexed && { indexed }),
      ...(coverage && { coverage }),
      answer: keep ? keep(answer) : answer,
    }
  } catch (error) {
    if (late?.signal.aborted && !signal.aborted) {
      const message = `It had not answered after ${(deadlineMs ?? 0) / 1_000} s.`
      return { ...asked, error: { code: 'upstream_timeout', message } }
    }
    if (!isServiceError(error)) throw error
    return { ...asked, error: { code: error.code, message: error.message } }
  }
}

/** The first question's error, unless it is that nobody here answers it and somebody answers another. */
const failureOf = ([first, ...others]: readonly PageAnswer[]): PageAnswer['error'] => {
  const isElsewhere = first?.error?.code === 'not_available' || first?.error?.code === 'chain_not_served'
  if (isElsewhere && others.some(({ error }) => error === undefined)) return undefined
  return first?.error
}

/** Without what says which part of a list is asked for; an export reads it from its beginning. */
const wholeOf = (request: string): string => {
  const url = new URL(request, 'http://page')
  for (const name of ['limit', 'cursor', 'disable_total', 'media_items']) url.searchParams.delete(name)
  return url.pathname + url.search
}

type Listed = { result?: readonly Record<string, unknown>[]; cursor?: string | null }

const listOf = (apis: PageApis, answer: PageAnswer | undefined): PageList | undefined => {
  const endpoint = answer && apis[answer.api]?.api[answer.name]
  const { result, cursor } = (answer?.answer ?? {}) as Listed
  if (!answer || !endpoint || !result) return undefined
  const columns = columnsOf(endpoint)
  return {
    name: answer.name,
    titles: columns.map(({ title }) => title),
    rows: result.map((row) => columns.map(({ cell }) => cell(row))),
    cursor: cursor || null,
    ...(endpoint.paged && { request: wholeOf(answer.request) }),
  }
}

const mergedList = (apis: PageApis, { api, name, origin, rows }: MergedRows): PageList => {
  const endpoint = apis[api]?.api[name]
  if (!endpoint) throw new Error(`${api} has no ${name}`)
  const columns = columnsOf(endpoint)
  return {
    name: 'rows',
    titles: [origin, ...columns.map(({ title }) => title)],
    rows: rows.map((row) => [row.origin, ...columns.map(({ cell }) => cell(row.record))]),
    records: rows.map((row) => ({ [origin]: row.origin, ...row.record })),
    cursor: null,
  }
}

/** Each row stands once on a page: what was merged is no part of its answer any more. */
const withoutRows = ({ answer, ...asked }: PageAnswer): PageAnswer => {
  if (!isFields(answer)) return asked
  const { result: _, ...rest } = answer
  return { ...asked, answer: asked.part === undefined ? answer : rest }
}

/** Asks what a page asks and says what it says. `take` is called before the questions, with how many they are. */
export const readPage = async (
  entry: PageEntry,
  at: PageAt & { path: string },
  asking: Asking,
): Promise<Omit<PageContent, 'links'>> => {
  const calls = await entry.calls(at)
  await asking.take(calls.length)
  const answers = await Promise.all(calls.map((call) => askOne(call, asking)))
  const failure = failureOf(answers)
  if (failure) throw new ServiceError(failure.code, failure.message)
  const known: PageAnswers = Object.fromEntries(answers.map(({ name, answer }) => [name, answer]))
  const about = await entry.about(known, at, answers)
  if (entry.merge) {
    const list = mergedList(asking.apis, await entry.merge(answers, at))
    return { ...about, path: at.path, answers: answers.map(withoutRows), list }
  }
  const list =
    (await entry.rows?.(known, at)) ??
    listOf(
      asking.apis,
      answers.find(({ name, answer }) => answer !== undefined && entry.list?.includes(name)),
    )
  return { ...about, path: at.path, answers, ...(list && { list }) }
}

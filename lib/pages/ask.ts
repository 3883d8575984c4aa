import type { AnyCall } from '#lib/api/client/call.ts'
import { callsOf } from '#lib/api/client/client.ts'
import type { Api, Requester } from '#lib/api/endpoint.ts'
import type { RequestPlace } from '#lib/api/serve/request-place.ts'
import type { IndexPosition } from '#lib/api/serve/serve.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import type { KeptByVersion } from '#lib/base/kept-by-version.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { cutTexts } from '#lib/format/cut-texts.ts'
import type { Answer, Ask, Circumstances, Question } from './question.ts'

/** A mounted API, by its name on the reference pages. */
export type PageApis = Readonly<
  Record<string, RequestPlace & { api: Api; client: object; indexPosition?: IndexPosition }>
>

export type PageAskOptions = {
  requester?: Requester
  signal?: AbortSignal
  /** Pages cut long texts (see `cutTexts`), except in responses to questions with `isWhole`; page data does not. */
  cutsTexts?: boolean
  /** Answers that pages asked in the same way share, of endpoints that may be kept. */
  kept?: KeptAnswers
}

/** By question. */
type KeptAnswers = KeptByVersion<Answer<unknown>>

export const callOf = (apis: PageApis, { api, name }: Pick<Question, 'api' | 'name'>): AnyCall => {
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

import type { AnyCall } from '#lib/api/client/call.ts'
import { callsOf, clientOf } from '#lib/api/client/client.ts'
import type { Coverage } from '#lib/api/coverage.ts'
import type { Api, CallContext, Client, Endpoint, Service } from '#lib/api/endpoint.ts'
import { answerBytesMax, fitAnswer, shortenedHeader } from '#lib/api/fit-answer.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { endpointNames, endpointOf, parseInput } from '#lib/api/parse-input.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import { currentVisit, isBudgetRefusal, noteOwnAnswer, noteQuestion } from '#lib/http/admit.ts'

/** Starts shared work; `signal` is aborted when no caller waits for it any more. */
type Start<Value> = (signal: AbortSignal) => Promise<Value>

type Flight<Value> = { answer: Promise<Value>; waiting: number; controller: AbortController }

type Share<Value> = {
  /** A value shared by all callers with the same key while it is being computed. */
  ask(key: string, start: Start<Value>, signal?: AbortSignal): Promise<Value>
  /** Whether the next caller joins work that is already running. */
  isUnderWay(key: string): boolean
}

/**
 * Deduplicates identical work in flight. A caller that aborts only cancels its own wait; when the last one leaves, the
 * work is aborted. Results are not kept: this is not a cache.
 */
const createShare = <Value>(): Share<Value> => {
  const flights = new Map<string, Flight<Value>>()

  const depart = (key: string, start: Start<Value>): Flight<Value> => {
    const controller = new AbortController()
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    const answer = start(controller.signal)
    const flight: Flight<Value> = { answer, waiting: 0, controller }
    flights.set(key, flight)
    answer.then(land, land)
    return flight
  }

  const ask: Share<Value>['ask'] = async (key, start, signal) => {
    signal?.throwIfAborted()
    const flight = flights.get(key) ?? depart(key, start)
    flight.waiting += 1
    try {
      return await untilAborted(flight.answer, signal)
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0 && flights.get(key) === flight) {
        // Removed at once: a new caller must not join work that is being aborted.
        flights.delete(key)
        flight.controller.abort()
      }
    }
  }
  return { ask, isUnderWay: (key) => flights.has(key) }
}

/*
 * Every source has its own cursors. With several sources, a cursor is prefixed with the name of its source
 * (`hosted:eyJ…`), so that the source that started a list also continues it.
 */

/** The source of the input's cursor, if it is named, and the input with the source's own cursor. */
const cursorOwner = <Source extends { name: string }>(
  sources: readonly Source[],
  input: RawParameters,
): { owner?: Source; input: RawParameters } => {
  const { cursor } = input
  if (typeof cursor !== 'string') return { input }
  const owner = sources.find(({ name }) => cursor.startsWith(`${name}:`))
  if (owner === undefined) return { input }
  return { owner, input: { ...input, cursor: cursor.slice(owner.name.length + 1) } }
}

/** The answer with its next-page cursor marked as `source`'s. The null of the last page is unchanged. */
const markCursor = (endpoint: Endpoint | undefined, source: string, output: unknown): unknown => {
  if (endpoint?.paged === undefined || !isFields(output)) return output
  const cursor = output[endpoint.paged]
  return cursor ? { ...output, [endpoint.paged]: `${source}:${cursor}` } : output
}

/** A service for some or all endpoints of an API, e.g. `index`, `hosted`, `demo`. */
export type Source<A extends Api> = { name: string; service: Partial<Service<A>> }

export type GatewayOptions = {
  /** Time limit of one call across all sources; longer than the hosted source's own 25 s. */
  timeLimitMs?: number
}

type Answered = {
  output: unknown
  source: string
  coverage: Coverage | undefined
  headers: Record<string, string>
}

const defaultTimeLimitMs = 30_000
/** How often a caller may join work that failed because its starter had no budget left. */
const joinsMax = 5

/** A source's own answer, with the coverage and the headers that it reports. */
const askSource = async (
  answer: AnyCall,
  input: RawParameters,
  context: CallContext,
): Promise<Omit<Answered, 'source'>> => {
  const headers: Record<string, string> = {}
  let coverage: Coverage | undefined
  const output = await answer(input, {
    ...context,
    coveredBy: (reported) => {
      coverage = reported
    },
    setHeader: (header, value) => void Object.assign(headers, { [header]: value }),
  })
  return { output, coverage, headers }
}

/** The answer, shortened if it is too large. */
const fitted = (answered: Answered): Answered => {
  const { value, shortened } = fitAnswer(answered.output, answerBytesMax)
  if (!shortened) return { ...answered, output: value }
  const notes = [answered.headers[shortenedHeader], shortened].filter(Boolean).join('; ')
  return { ...answered, output: value, headers: { ...answered.headers, [shortenedHeader]: notes } }
}

/**
 * Combines several services into one: parses the input, deduplicates identical reads in flight, and asks the sources in
 * order. Only `not_available` and `chain_not_served` move on to the next source, so that other data never hides a
 * failure.
 */
export const createGateway = <A extends Api>(
  api: A,
  sources: readonly Source<A>[],
  { timeLimitMs = defaultTimeLimitMs }: GatewayOptions = {},
): Client<A> => {
  const share = createShare<Answered>()

  const ask = async (name: keyof A & string, given: RawParameters, context: CallContext): Promise<Answered> => {
    const { owner, input } = cursorOwner(sources, given)
    const refusals: ServiceError[] = []
    const asked = owner ? [owner] : sources
    for (const [index, source] of asked.entries()) {
      const answer = callsOf(source.service)[name]
      if (answer === undefined) continue
      try {
        const hasNext = asked.slice(index + 1).some((next) => Object.hasOwn(next.service, name))
        const own = await askSource(answer, input, { ...context, hasNext })
        const output = sources.length > 1 ? markCursor(api[name], source.name, own.output) : own.output
        const answered = { ...own, output, source: source.name }
        return context.isWhole ? answered : fitted(answered)
      } catch (error) {
        if (!isServiceError(error) || !isOthersToAnswer(error)) throw error
        refusals.push(error)
      }
    }
    throw mostTelling(refusals)
  }

  const withTimeLimit = (
    name: keyof A & string,
    input: RawParameters,
    { signal, ...context }: { signal: AbortSignal } & Pick<CallContext, 'caller' | 'requester' | 'brief' | 'isWhole'>,
  ): Promise<Answered> => {
    const limit = new AbortController()
    const timer = setTimeout(() => {
      const seconds = Math.max(1, Math.round(timeLimitMs / 1_000))
      limit.abort(new ServiceError('upstream_timeout', `No source responded within ${seconds} s.`))
    }, timeLimitMs)
    const either = AbortSignal.any([signal, limit.signal])
    // A source that ignores the signal must not delay its caller either.
    return untilAborted(ask(name, input, { signal: either, ...context }), either).finally(() => clearTimeout(timer))
  }

  const call =
    (name: keyof A & string) =>
    async (raw: RawParameters, context: CallContext = {}): Promise<unknown> => {
      noteQuestion()
      const input = parseInput(endpointOf(api, name), raw)
      // A POST changes something: two equal ones are two requests.
      const isRead = api[name]?.method === 'GET'
      const { requester = currentVisit()?.requester, brief = false, isWhole = false } = context
      const key = isRead ? `${name} ${brief} ${isWhole} ${canonical(input)}` : `${name} ${crypto.randomUUID()}`
      const caller = isRead ? undefined : context.caller
      const start = (signal: AbortSignal) => withTimeLimit(name, input, { signal, caller, requester, brief, isWhole })
      for (let joins = 0; ; joins += 1) {
        const isJoined = share.isUnderWay(key)
        try {
          const answered = await share.ask(key, start, context.signal)
          context.answeredBy?.(answered.source)
          if (answered.coverage) context.coveredBy?.(answered.coverage)
          for (const [header, value] of Object.entries(answered.headers)) context.setHeader?.(header, value)
          if (answered.source === 'hosted') noteOwnAnswer()
          return answered.output
        } catch (error) {
          // Another visitor started the call without enough budget: this one repeats it on its own.
          if (isJoined && isBudgetRefusal(error) && joins < joinsMax) continue
          if (!isServiceError(error) || !isLasting(error)) noteOwnAnswer()
          throw error
        }
      }
    }

  return clientOf<A>(endpointNames(api), call)
}

const isOthersToAnswer = ({ code }: ServiceError): boolean => code === 'not_available' || code === 'chain_not_served'

/** Whether every visitor would get this error. */
const isLasting = (error: ServiceError): boolean =>
  error.retryAfterSeconds === undefined && (isOthersToAnswer(error) || error.code === 'not_found')

/** The refusal that says when to retry, otherwise the first of a source that serves the chain, otherwise the preferred source's. */
const mostTelling = (refusals: readonly ServiceError[]): ServiceError =>
  refusals.find(({ retryAfterSeconds }) => retryAfterSeconds !== undefined) ??
  refusals.find(({ code }) => code === 'not_available') ??
  refusals[0] ??
  new ServiceError('not_available', 'No configured source serves this endpoint.')

/** The same text for equal inputs, regardless of key order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

import { callsOf } from '#lib/api/client/client.ts'
import { completeHeader } from '#lib/api/coverage.ts'
import type { Api, CallContext, Endpoint } from '#lib/api/endpoint.ts'
import { type RenderError, renderPlainError } from '#lib/api/error-bodies.ts'
import { exportFileName } from '#lib/api/export-address.ts'
import { framesType } from '#lib/api/frames.ts'
import { type RawParameters, readQuery } from '#lib/api/input/raw-input.ts'
import { refuseUnknown } from '#lib/api/parse-input.ts'
import { createMatcher } from '#lib/api/route.ts'
import {
  type Admission,
  type Admit,
  clientClosedStatus,
  corsHeaders,
  type Exchange,
  enter,
  exchange,
  type RequestFacts,
} from '#lib/api/serve/exchange.ts'
import { isStrictAt, pathWithin, type RequestPaths } from '#lib/api/serve/serve.ts'
import { isServiceError, ServiceError, unexpected } from '#lib/base/errors.ts'
import { formats, listPages, writeParts } from './formats.ts'

/** The maximum time between two reads before the client counts as gone. */
const stallMsDefault = 5 * 60_000

/**
 * A body created while it is read: a part is produced once the previous one was taken, so nothing piles up. `first` is
 * the part produced before the response started. A client that leaves, or stops reading for `stallMs`, ends production.
 */
const partStream = (
  first: IteratorResult<{ bytes: Uint8Array }, void>,
  rest: AsyncGenerator<{ bytes: Uint8Array }, void>,
  { signal, stallMs = stallMsDefault }: { signal: AbortSignal; stallMs?: number },
): ReadableStream<Uint8Array> => {
  let waiting: typeof first | undefined = first
  let stall: NodeJS.Timeout | undefined
  const leave = (): void => {
    clearTimeout(stall)
    signal.removeEventListener('abort', leave)
    void rest.return()
  }
  const waitForReader = (controller: ReadableStreamDefaultController): void => {
    stall = setTimeout(() => {
      leave()
      controller.error(new Error('the client stopped reading for too long'))
    }, stallMs)
    stall.unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        if (signal.aborted) leave()
        signal.addEventListener('abort', leave, { once: true })
        waitForReader(controller)
      },
      pull: async (controller) => {
        clearTimeout(stall)
        const step = waiting ?? (await rest.next())
        waiting = undefined
        if (step.done) {
          signal.removeEventListener('abort', leave)
          return controller.close()
        }
        controller.enqueue(step.value.bytes)
        waitForReader(controller)
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}

/** Takes a slot for a running export; returns a function that releases it. @throws rate_limited if none is free. */
type TakeSlot = (caller: string) => () => void

const perCaller = 2
/** Each holds a page of rows in memory. */
const inAll = 64
const retryAfterSeconds = 10

export const createSlots = (): TakeSlot => {
  const running = new Map<string, number>()
  let all = 0
  return (caller) => {
    const own = running.get(caller) ?? 0
    if (own >= perCaller)
      throw new ServiceError(
        'rate_limited',
        `${perCaller} exports are already running for this key or address. Wait for one of them to finish.`,
        { retryAfterSeconds },
      )
    if (all >= inAll)
      throw new ServiceError('rate_limited', 'Too many exports are running on this server. Try again later.', {
        retryAfterSeconds,
      })
    all++
    running.set(caller, own + 1)
    return () => {
      all--
      const left = (running.get(caller) ?? 1) - 1
      if (left === 0) running.delete(caller)
      else running.set(caller, left)
    }
  }
}

export type ExportedApi = RequestPaths & { api: Api; client: object; scope: string; renderError: RenderError }

/** A list of an API, and the parameters in its path. */
type ExportedList = {
  name: string
  endpoint: Endpoint
  call: (input: RawParameters, context: CallContext) => Promise<unknown>
  parameters: RawParameters
  /** The scope required for the list itself, besides `export`. */
  scope: string
  renderError: RenderError
  /** Whether a parameter that the list does not have is refused. */
  isStrict: boolean
}

/** Finds the list of a path with the same matching as a request for one of its pages. */
const createFindList = (apis: readonly ExportedApi[]): ((path: string) => ExportedList | undefined) => {
  const matchers = apis.map((each) => ({ ...each, match: createMatcher(each.api) }))
  return (path) => {
    for (const { api, client, scope, renderError, match, ...place } of matchers) {
      const inside = pathWithin(path, place)
      const found = inside === undefined ? undefined : match('GET', inside)
      if (found?.kind !== 'found') continue
      const endpoint = api[found.name]
      const call = callsOf(client)[found.name]
      if (endpoint?.paged && call)
        return {
          name: found.name,
          endpoint,
          call,
          parameters: found.parameters,
          scope,
          renderError,
          isStrict: isStrictAt(path, place),
        }
    }
    return undefined
  }
}

export type ExportOptions = {
  apis: readonly ExportedApi[]
  admit: Admit
  /** The caller whose exports are counted together. */
  slotOf: (request: Request, admission: Admission) => string
  takeSlot: TakeSlot
  observe: (facts: RequestFacts) => void
  /** How long a client may stop reading. */
  stallMs?: number
}

const exportPath = /^\/api\/export\/([a-z]+)(\/.+)$/

/**
 * `GET /api/export/{csv|jsonl}/…`: streams a whole list of the APIs. The format is followed by the list's own path
 * after `/api`, with its own parameters; `limit` is ignored, and `cursor` is the starting point. Invalid requests get
 * the list's own errors. After the first byte, a failure ends JSON Lines with `{"error":…}` and cuts CSV off.
 */
export const createExportHandler = (options: ExportOptions): ((request: Request) => Promise<Response>) => {
  const { apis, admit, slotOf, takeSlot, observe, stallMs } = options
  const findList = createFindList(apis)

  return exchange({ renderError: renderPlainError, observe, headers: exposingName }, async (seen) => {
    const { request } = seen
    const url = new URL(request.url)
    const [, word = '', path = ''] = exportPath.exec(url.pathname) ?? []
    const format = formats.get(word)
    const list = format && findList(`/api${path}`)
    if (format === undefined || list === undefined) throw unknownExport()
    seen.endpoint = list.name
    seen.renderError = list.renderError
    if (request.method !== 'GET' && request.method !== 'HEAD') throw wrongMethod(seen)
    const admission = await enter(seen, admit, { name: list.name, scopes: ['export', list.scope] })

    const query = readQuery(url.searchParams)
    if (list.isStrict) refuseUnknown(list.endpoint, query)
    const parameters = { ...query, ...list.parameters }
    const isFramed = request.headers.get('accept') === framesType
    const release = takeSlot(slotOf(request, admission))
    const context = {
      isWhole: true,
      signal: request.signal,
      requester: admission.requester,
      answeredBy: (source: string) => {
        seen.source = source
      },
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<{ status: number; error?: unknown }>()
    const parts = writeParts({
      pages: listPages((asked, coveredBy) => list.call(asked, { ...context, coveredBy }), parameters),
      writer: format.writer(list.endpoint),
      isFramed,
      isContinued: isFramed && parameters.cursor !== undefined,
      renderFailure: (thrown) => list.renderError(serviceError(thrown), seen.requestId),
      onEnd: ({ isLeft, failure }) => {
        release()
        const isGone = request.signal.aborted || (isLeft && request.method === 'GET')
        end(isGone ? { status: clientClosedStatus } : { status: 200, error: failure })
      },
    })
    const first = await parts.next()
    const isPartial = first.value?.coverageHeaders?.[completeHeader] === 'false'
    const name = exportFileName(list.name, list.endpoint.path, parameters)
    const fileName = `${name}${isPartial ? '-partial' : ''}.${word}`
    Object.assign(seen.headers, {
      'content-type': isFramed ? framesType : format.contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      ...first.value?.coverageHeaders,
    })
    if (request.method === 'GET') return { body: partStream(first, parts, { signal: request.signal, stallMs }), ended }
    await parts.return()
    return { body: null, ended }
  })
}

/** Pages of other sites may read the name of a file. */
const exposingName = {
  ...corsHeaders,
  'access-control-expose-headers': `${corsHeaders['access-control-expose-headers']}, content-disposition`,
}

const serviceError = (thrown: unknown): ServiceError => (isServiceError(thrown) ? thrown : unexpected(thrown))

const unknownExport = (): ServiceError =>
  new ServiceError(
    'not_found',
    'Export not found. Lists are exported at /api/export/csv/… or /api/export/jsonl/…, followed by their path after /api.',
  )

const wrongMethod = ({ headers }: Exchange): ServiceError => {
  headers.allow = 'GET, HEAD, OPTIONS'
  return new ServiceError('method_not_allowed', `Exports accept ${headers.allow}.`)
}

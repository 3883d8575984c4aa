import { callsOf } from '#lib/api/client/client.ts'
import { completeHeader } from '#lib/api/coverage.ts'
import type { Api, CallContext, Endpoint } from '#lib/api/endpoint.ts'
import { type RenderError, renderPlainError } from '#lib/api/error-bodies.ts'
import { exportFileName } from '#lib/api/export-address.ts'
import { framesType } from '#lib/api/frames.ts'
import { type RawParameters, readQuery } from '#lib/api/input/raw-input.ts'
import { refuseUnknown } from '#lib/api/parse-input.ts'
import { createMatcher } from '#lib/api/route.ts'
import type { Admission, Admit } from '#lib/api/serve/admission.ts'
import { corsHeaders } from '#lib/api/serve/cors.ts'
import { clientClosedStatus, type Exchange, enter, exchange, type RequestFacts } from '#lib/api/serve/exchange.ts'
import { isStrictAt, pathWithin, type RequestPlace } from '#lib/api/serve/request-place.ts'
import { isServiceError, ServiceError, unexpected } from '#lib/base/errors.ts'
import { formats } from './formats.ts'
import { listPages } from './list-pages.ts'
import { partStream } from './part-stream.ts'
import type { TakeSlot } from './slots.ts'
import { writeParts } from './write-parts.ts'

export type ExportedApi = RequestPlace & { api: Api; client: object; scope: string; renderError: RenderError }

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

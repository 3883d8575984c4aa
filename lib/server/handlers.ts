import { renderPlainError } from '#lib/api/error-bodies.ts'
import { openApiDocument } from '#lib/api/openapi.ts'
import { serve } from '#lib/api/serve/serve.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Config } from '#lib/config/config.ts'
import type { Handler, HealthCheck, RequestGate } from '#lib/config/family.ts'
import { type HealthParts, healthResponse } from '#lib/gateway/health.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { createIsOperator } from '#lib/http/keys.ts'
import { createSharedCheck } from '#lib/http/require-database.ts'
import { readSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import packageFacts from '#package.json' with { type: 'json' }
import { furtherPaths, servedApis } from './served-apis.ts'

export type HandlerParts = Omit<RequestGate, 'admit' | 'answers'> & {
  config: Config
  store: Store<unknown>
  health: readonly HealthCheck[]
  /** Sources that are configured and never probed, which would spend the quota of the hosted service. */
  hosted: readonly string[]
  /** How many work items are set aside. */
  countSetAside: () => Promise<number>
}

/** Handlers for operators and tools, without a key. */
export const operatorHandlers = (
  parts: HandlerParts,
): Record<'openApi' | 'health' | 'metrics' | 'unknown', Handler> => {
  /** Made when it is first asked for: it takes a sixth of the processor time of a start. */
  let document: string | undefined
  const openApi = (): string => {
    document ??= JSON.stringify(
      openApiDocument({
        title: parts.config.site.name,
        version: packageFacts.version,
        description: packageFacts.description,
        serverUrl: parts.config.siteUrl,
        apis: servedApis,
        paths: furtherPaths,
      }),
    )
    return document
  }
  const headers = { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' }
  const isOperator = createIsOperator(parts.config.metricsToken)
  const facts = createHealthFacts(parts)
  const unknown = serve(
    {},
    {},
    { basePath: '/api', renderError: renderPlainError, observe: createObserve({ system: 'none', ...parts }) },
  )
  return {
    openApi: readOnly(async () => new Response(openApi(), { headers })),
    health: readOnly(async (request) => healthResponse(await facts(), { isDetailed: isOperator(request) })),
    metrics: readOnly(async (request) => (isOperator(request) ? parts.metrics.handle() : operatorOnly())),
    unknown,
  }
}

/** A document, requested with GET. */
export const readOnly =
  (handler: Handler): Handler =>
  async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return handler(request)
    return new Response(null, {
      status: request.method === 'OPTIONS' ? 204 : 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    })
  }

const operatorOnly = (): Response => {
  const error = new ServiceError('key_required', 'Metrics require METRICS_TOKEN as a bearer token.')
  return Response.json(renderPlainError(error, crypto.randomUUID()), {
    status: error.status,
    headers: { 'cache-control': 'no-store' },
  })
}

/** Two checks after one another answer within 4 s, before a balancer gives up. */
const checkLimits = { withinMs: 2_000, giveUpMs: 10_000 }

/** The facts of `/api/health`: concurrent requests share one check of the database and of each node. */
const createHealthFacts = ({
  store,
  config,
  health,
  hosted,
  countSetAside,
}: HandlerParts): (() => Promise<HealthParts>) => {
  // A statement without a table would succeed on a damaged file.
  const readDatabase = createSharedCheck(() => readSetting(store, 'health').then(() => true), checkLimits)
  const readSetAside = createSharedCheck(countSetAside, checkLimits)
  const checks = health.map((check) => ({ ...check, read: createSharedCheck(check.read, checkLimits) }))
  return async () => {
    const isDatabaseUp = (await readDatabase()) === true
    const setAside = isDatabaseUp ? await readSetAside() : undefined
    const reports = await Promise.all(
      checks.map(async ({ read, needsDatabase, silent }) => ({
        needsDatabase,
        silent,
        report: needsDatabase && !isDatabaseUp ? undefined : await read(),
      })),
    )
    return {
      version: packageFacts.version,
      uptimeSeconds: process.uptime(),
      demo: config.demo,
      sources: [
        ...reports.flatMap(({ report, silent }) => report?.sources ?? (silent ? [silent] : [])),
        ...hosted.map((system) => ({ system, name: 'hosted', state: 'ok', detail: 'Configured.' }) as const),
      ],
      chains: reports.flatMap(({ report }) => report?.chains ?? []),
      setAside,
      database: {
        kind: store.dialect,
        replica: store.replica(),
        ok: isDatabaseUp && reports.every(({ report, needsDatabase }) => report !== undefined || !needsDatabase),
      },
    }
  }
}

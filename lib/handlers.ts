import { sql } from 'kysely'
import type { Api, Client } from '#lib/api/endpoint.ts'
import { type RenderError, renderEvmError } from '#lib/api/error-bodies.ts'
import { openApiDocument } from '#lib/api/openapi.ts'
import { type Admit, type Standing, serve } from '#lib/api/serve.ts'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import type { Config } from '#lib/config.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { type ChainHealth, healthResponse, type SourceHealth } from '#lib/gateway/health.ts'
import type { Log } from '#lib/gateway/log.ts'
import type { Metrics } from '#lib/gateway/metrics.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { servedApis } from '#lib/served-apis.ts'
import type { KeyScope } from '#lib/sign-in/contract/account.ts'
import type { Store } from '#lib/store/store.ts'
import packageFacts from '#package.json' with { type: 'json' }

/** From a request to its answer: what a route file exports, and what any other server can mount. */
export type Handler = (request: Request) => Promise<Response>

type MountedApi<A extends Api> = {
  api: A
  client: Client<A>
  basePath: string
  scope: KeyScope
  rewrite?: Record<string, string>
  renderError: RenderError
  standing?: Standing
}

export type HandlerParts = {
  config: Config
  store: Store<unknown>
  log: Log
  metrics: Metrics
  admit: Admit
  /** Whether answers are compressed here, and not by the server around. */
  compressed: boolean
  chains: () => Promise<readonly EvmChainState[]>
  /** Undefined where no Aptos node is configured. */
  aptosStatus: (() => Promise<AptosStatus>) | undefined
}

/** Makes the handler of one API: gate, log line and metrics around `serve`. */
export const mount = <A extends Api>(
  system: string,
  { api, client, ...rest }: MountedApi<A>,
  { log, metrics, admit, compressed }: Pick<HandlerParts, 'log' | 'metrics' | 'admit' | 'compressed'>,
): Handler =>
  metrics.countInFlight(
    system,
    serve(api, client, { ...rest, admit, compressed, observe: createObserve({ system, log, metrics }) }),
  )

/** What operators and tools ask of a server, without a key. */
export const operatorHandlers = (
  parts: HandlerParts,
): Record<'openApi' | 'health' | 'metrics' | 'unknown', Handler> => {
  const document = JSON.stringify(
    openApiDocument({
      title: 'Spyglass',
      version: packageFacts.version,
      description: packageFacts.description,
      serverUrl: parts.config.siteUrl,
      apis: servedApis,
    }),
  )
  const headers = { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' }
  return {
    openApi: async () => new Response(document, { headers }),
    health: () => health(parts),
    metrics: () => parts.metrics.handle(),
    unknown: serve(
      {},
      {},
      { basePath: '/api', renderError: renderEvmError, observe: createObserve({ system: 'none', ...parts }) },
    ),
  }
}

/** A check that waited longer would itself be what a balancer gives up on. */
const checkWithinMs = 2_000

const within = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work,
    new Promise<undefined>((resolve) => setTimeout(resolve, checkWithinMs, undefined).unref()),
  ]).catch(() => undefined)

const health = async (parts: HandlerParts): Promise<Response> => {
  const { store, config, chains, aptosStatus } = parts
  const databaseOk = (await within(sql`select 1`.execute(store.db))) !== undefined
  const [states, aptos] = await Promise.all([
    databaseOk ? within(chains()) : undefined,
    aptosStatus ? within(aptosStatus()) : undefined,
  ])
  const own = (states ?? []).filter(({ source }) => source !== 'hosted')
  return healthResponse({
    version: packageFacts.version,
    uptimeSeconds: process.uptime(),
    demo: config.demo,
    sources: [
      ...own.map(evmSource),
      ...(aptosStatus ? [aptosSource(aptos, config.demo)] : []),
      ...hostedSources(config),
    ],
    chains: own.map(chainHealth),
    database: { kind: store.dialect, ok: databaseOk },
  })
}

const evmSource = ({ chain, source, error, indexed_block, status }: EvmChainState): SourceHealth => {
  const facts = { system: 'evm', name: `${source}:${chain}` }
  if (error !== null) return { ...facts, state: 'failed', detail: error }
  if (indexed_block === null) return { ...facts, state: 'starting', detail: 'Nothing is indexed yet.' }
  return { ...facts, state: status === 'STALLED' ? 'failed' : 'ok', detail: status }
}

const chainHealth = ({ chain, indexed_block, head_block }: EvmChainState): ChainHealth => ({
  system: 'evm',
  chain,
  ...(indexed_block !== null && { indexed: Number(indexed_block) }),
  ...(head_block !== null && { head: Number(head_block) }),
})

const aptosSource = (status: AptosStatus | undefined, demo: boolean): SourceHealth => {
  const facts = { system: 'aptos', name: demo ? 'demo' : `node:${status?.network ?? 'unknown'}` }
  if (status === undefined) return { ...facts, state: 'failed', detail: 'The full node did not answer in time.' }
  return status.error === null ? { ...facts, state: 'ok' } : { ...facts, state: 'failed', detail: status.error }
}

/** Configured, not probed: a health check must not spend the hosted service's quota. */
const hostedSources = ({ hosted }: Config): SourceHealth[] =>
  Object.entries({ evm: hosted.evmBaseUrl, aptos: hosted.aptosBaseUrl, 'sign-in': hosted.authBaseUrl }).flatMap(
    ([system, baseUrl]) =>
      baseUrl === undefined ? [] : [{ system, name: 'hosted', state: 'ok', detail: 'Configured.' } as const],
  )

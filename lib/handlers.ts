import type { Admit } from '#lib/api/admission.ts'
import type { Api, Client } from '#lib/api/endpoint.ts'
import { type RenderError, renderEvmError } from '#lib/api/error-bodies.ts'
import { ServiceError } from '#lib/api/errors.ts'
import { openApiDocument } from '#lib/api/openapi.ts'
import { type Standing, serve } from '#lib/api/serve.ts'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import type { Config } from '#lib/config.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { type ChainHealth, type HealthParts, healthResponse, type SourceHealth } from '#lib/gateway/health.ts'
import type { Log } from '#lib/gateway/log.ts'
import type { Metrics } from '#lib/gateway/metrics.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { operatorPaths } from '#lib/gateway/operator-paths.ts'
import { createIsOperator } from '#lib/gateway/operator-token.ts'
import { createSharedCheck } from '#lib/gateway/shared-check.ts'
import { servedApis } from '#lib/served-apis.ts'
import type { KeyScope } from '#lib/sign-in/contract/account.ts'
import { readSetting } from '#lib/store/settings.ts'
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
  strict?: readonly string[]
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
  /** The networks with a node of their own. */
  aptosStatuses: readonly (() => Promise<AptosStatus>)[]
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
      paths: operatorPaths,
    }),
  )
  const headers = { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' }
  const isOperator = createIsOperator(parts.config.metricsToken)
  const facts = createHealthFacts(parts)
  return {
    openApi: async () => new Response(document, { headers }),
    health: async (request) => healthResponse(await facts(), { isDetailed: isOperator(request) }),
    metrics: async (request) => (isOperator(request) ? parts.metrics.handle() : operatorOnly()),
    unknown: serve(
      {},
      {},
      { basePath: '/api', renderError: renderEvmError, observe: createObserve({ system: 'none', ...parts }) },
    ),
  }
}

const operatorOnly = (): Response => {
  const error = new ServiceError('key_required', 'The metrics need Authorization: Bearer with METRICS_TOKEN.')
  return Response.json(renderEvmError(error, crypto.randomUUID()), {
    status: error.status,
    headers: { 'cache-control': 'no-store' },
  })
}

/** Two checks after one another answer within 4 s, before a balancer gives up. */
const checkLimits = { withinMs: 2_000, giveUpMs: 10_000 }

/** What `/api/health` reports: however many ask at once, the database and each node are asked once. */
const createHealthFacts = ({ store, config, chains, aptosStatuses }: HandlerParts): (() => Promise<HealthParts>) => {
  // A statement without a table would succeed on a damaged file.
  const readDatabase = createSharedCheck(() => readSetting(store, 'health').then(() => true), checkLimits)
  const readChains = createSharedCheck(chains, checkLimits)
  const readAptos = aptosStatuses.map((status) => createSharedCheck(status, checkLimits))
  return async () => {
    const isDatabaseUp = (await readDatabase()) === true
    const [states, aptos] = await Promise.all([
      isDatabaseUp ? readChains() : undefined,
      Promise.all(readAptos.map((status) => status())),
    ])
    const own = (states ?? []).filter(({ source }) => source !== 'hosted')
    return {
      version: packageFacts.version,
      uptimeSeconds: process.uptime(),
      demo: config.demo,
      sources: [
        ...own.map(evmSource),
        ...aptos.map((status) => aptosSource(status, config.demo, Date.now())),
        ...hostedSources(config),
      ],
      chains: own.map(chainHealth),
      database: { kind: store.dialect, ok: isDatabaseUp && states !== undefined },
    }
  }
}

const evmSource = (chainState: EvmChainState): SourceHealth =>
  withRefusedNodes(indexHealth(chainState), chainState.refused_nodes)

/** Nodes that are not used, and are not the reason of a failure. */
const withRefusedNodes = (health: SourceHealth, sentences: readonly string[] = []): SourceHealth => {
  const others = sentences.filter((sentence) => !health.detail?.includes(sentence))
  return others.length > 0 ? { ...health, detail: [health.detail, ...others].filter(Boolean).join(' ') } : health
}

const indexHealth = ({ chain, source, error, indexed_block, status }: EvmChainState): SourceHealth => {
  const facts = { system: 'evm', name: `${source}:${chain}` }
  // Work that is complete needs no node any more.
  if (status === 'SYNCED') return { ...facts, state: 'ok', detail: status }
  if (status === 'STALLED') return { ...facts, state: 'failed', isStalled: true, detail: error ?? workerIsSilent }
  if (indexed_block === null) return { ...facts, state: 'starting', detail: 'Nothing is indexed yet.' }
  return { ...facts, state: 'ok', detail: status }
}

const chainHealth = ({ chain, indexed_block, head_block }: EvmChainState): ChainHealth => ({
  system: 'evm',
  chain,
  ...(indexed_block !== null && { indexed: Number(indexed_block) }),
  ...(head_block !== null && { head: Number(head_block) }),
})

const workerIsSilent = 'The worker has reported nothing for over two minutes.'

const aptosSource = (status: AptosStatus | undefined, demo: boolean, now: number): SourceHealth =>
  withRefusedNodes(networkHealth(status, demo, now), status?.index?.refused_nodes)

const networkHealth = (status: AptosStatus | undefined, demo: boolean, now: number): SourceHealth => {
  const facts = { system: 'aptos', name: demo ? 'demo' : `node:${status?.network ?? 'unknown'}` }
  if (status === undefined) return { ...facts, state: 'failed', detail: 'The full node did not answer in time.' }
  const stalled = demo ? undefined : stalledIndex(status.index, now)
  if (stalled !== undefined) return { ...facts, state: 'failed', isStalled: true, detail: stalled }
  return status.error === null ? { ...facts, state: 'ok' } : { ...facts, state: 'failed', detail: status.error }
}

/** A worker that has not heard from the node for longer has stopped, or the node has; the same as on EVM chains. */
const silenceMsMax = 120_000

/** Why the index of an Aptos network is stalled; undefined where it moves, or has reached its end. */
const stalledIndex = (index: AptosStatus['index'], now: number): string | undefined => {
  if (index === null) return undefined
  const { last_version, end_version, checked_at, error } = index
  const isAtEnd = last_version !== null && end_version !== null && BigInt(last_version) >= BigInt(end_version)
  if (isAtEnd) return undefined
  if (error !== null) return error
  return checked_at !== null && now - Date.parse(checked_at) > silenceMsMax ? workerIsSilent : undefined
}

/** Configured, not probed: a health check must not spend the hosted service's quota. */
const hostedSources = ({ hosted }: Config): SourceHealth[] =>
  Object.entries({ evm: hosted.evmBaseUrl, aptos: hosted.aptosBaseUrl, 'sign-in': hosted.authBaseUrl }).flatMap(
    ([system, baseUrl]) =>
      baseUrl === undefined ? [] : [{ system, name: 'hosted', state: 'ok', detail: 'Configured.' } as const],
  )

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import type { UpstreamUse } from './upstream-quota.ts'

/**
 * Health of one source: `starting` cannot serve yet, `failed` is configured but does not work. An index is stalled if
 * it stopped before its end; a complete index is not.
 */
export type SourceHealth = {
  system: string
  name: string
  state: 'ok' | 'starting' | 'failed'
  detail?: string
  isStalled?: boolean
}

/** The indexed position of a chain: a block number or ledger version. */
export type ChainHealth = { system: string; chain: string; indexed?: number; head?: number }

/** The report of one family. */
export type FamilyHealth = { sources: readonly SourceHealth[]; chains: readonly ChainHealth[] }

/** How the replica of the database is, and how far behind. */
export type ReplicaHealth = { state: 'starting' | 'behind' | 'used' | 'unreachable'; lagMs: number | null }

export type HealthParts = {
  version: string
  uptimeSeconds: number
  demo: boolean
  sources: readonly SourceHealth[]
  chains: readonly ChainHealth[]
  /** Work items that crashed the worker too often; undefined if it is not known. */
  setAside?: number
  database: { kind: 'sqlite' | 'postgres'; ok: boolean; replica?: ReplicaHealth }
}

type HealthDocument = {
  status: 'ok' | 'degraded' | 'starting'
  version: string
  uptime_seconds: number
  demo: boolean
  sources: { system: string; name: string; state: SourceHealth['state']; detail: string | null }[]
  chains: { system: string; chain: string; indexed: number | null; head: number | null; lag: number | null }[]
  set_aside: number | null
  database: {
    kind: 'sqlite' | 'postgres'
    ok: boolean
    replica: { state: ReplicaHealth['state']; lag_seconds: number | null } | null
  }
}

/** The `/api/health` document. */
const healthDocument = ({
  version,
  uptimeSeconds,
  demo,
  sources,
  chains,
  setAside,
  database,
}: HealthParts): HealthDocument => ({
  status: statusOf(sources, database.ok),
  version,
  uptime_seconds: Math.floor(uptimeSeconds),
  demo,
  sources: sources.map(({ system, name, state, detail }) => ({ system, name, state, detail: detail ?? null })),
  chains: chains.map(({ system, chain, indexed, head }) => ({
    system,
    chain,
    indexed: indexed ?? null,
    head: head ?? null,
    lag: indexed === undefined || head === undefined ? null : Math.max(0, head - indexed),
  })),
  set_aside: setAside ?? null,
  database: {
    kind: database.kind,
    ok: database.ok,
    replica: database.replica
      ? { state: database.replica.state, lag_seconds: secondsOrNull(database.replica.lagMs) }
      : null,
  },
})

const secondsOrNull = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.ceil(milliseconds / 1_000)

/** Answers `/api/health`: 503, so that a balancer sends no one here, while the database cannot be used or an index is stalled. */
export const healthResponse = (parts: HealthParts, { isDetailed = true } = {}): Response => {
  const document = healthDocument(parts)
  return Response.json(isDetailed ? document : { status: document.status }, {
    status: parts.database.ok && !parts.sources.some(({ isStalled }) => isStalled) ? 200 : 503,
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  })
}

const statusOf = (sources: readonly SourceHealth[], databaseOk: boolean): HealthDocument['status'] => {
  if (!databaseOk || sources.some(({ state }) => state === 'failed')) return 'degraded'
  return sources.some(({ state }) => state === 'starting') ? 'starting' : 'ok'
}

/** Nodes that are not used, and are not the reason of a failure. */
export const withRefusedNodes = (health: SourceHealth, sentences: readonly string[] = []): SourceHealth => {
  const others = sentences.filter((sentence) => !health.detail?.includes(sentence))
  return others.length > 0 ? { ...health, detail: [health.detail, ...others].filter(Boolean).join(' ') } : health
}

export const workerIsSilent = 'The worker has not reported for over two minutes.'

type Handler = (request: Request) => Promise<Response>

/** Prometheus metrics of one process. */
export type Metrics = {
  readonly registry: Registry
  record(system: string, facts: RequestFacts): void
  /** The same handler, with its requests counted in progress. */
  countInFlight(system: string, handler: Handler): Handler
  /** Counts a call that was sent with the server's key. */
  countUpstreamCall(): void
  /** Shows the daily limit of such calls, if there is one; read when Prometheus scrapes. */
  showUpstreamUse(read: () => Promise<UpstreamUse | undefined>): void
  /** Shows how far behind the replica is; read when Prometheus scrapes. */
  showReplica(read: () => ReplicaHealth | undefined): void
  showLiveStreams(count: () => number): void
  /** Handles `/api/metrics`. */
  handle(): Promise<Response>
}

/** From a response out of memory up to the gateway's time limit. */
const durationBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const upstreamGauges = {
  today: 'Calls to the hosted service today (UTC), by all processes.',
  daily_limit: 'UPSTREAM_CALLS_PER_DAY.',
}

/** Counts completed requests, and their durations. */
const recordRequests = (registry: Registry): Metrics['record'] => {
  const labelNames = ['system', 'endpoint', 'status', 'source'] as const
  const requests = new Counter({
    name: 'spyglass_requests_total',
    help: 'Completed requests.',
    labelNames,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'spyglass_request_duration_seconds',
    help: 'Time from request to response.',
    labelNames,
    buckets: durationBucketsSeconds,
    registers: [registry],
  })
  return (system, { endpoint = 'unknown', status, source = 'none', durationMs }) => {
    const labels = { system, endpoint, status: String(status), source }
    requests.inc(labels)
    durations.observe(labels, durationMs / 1_000)
  }
}

const countRequestsInFlight = (registry: Registry): Metrics['countInFlight'] => {
  const inFlight = new Gauge({
    name: 'spyglass_requests_in_flight',
    help: 'Requests in progress.',
    labelNames: ['system'] as const,
    registers: [registry],
  })
  return (system, handler) => async (request) => {
    inFlight.inc({ system })
    try {
      return await handler(request)
    } finally {
      inFlight.dec({ system })
    }
  }
}

export const createMetrics = ({ processMetrics = true }: { processMetrics?: boolean } = {}): Metrics => {
  const registry = new Registry()
  if (processMetrics) collectDefaultMetrics({ register: registry })
  const record = recordRequests(registry)
  const countInFlight = countRequestsInFlight(registry)
  const upstreamCalls = new Counter({
    name: 'spyglass_upstream_calls_total',
    help: "Calls to the hosted service with this server's key, including retries.",
    registers: [registry],
  })
  return {
    registry,
    record,
    countInFlight,
    countUpstreamCall: () => upstreamCalls.inc(),
    showUpstreamUse: (read) => {
      for (const [field, help] of Object.entries(upstreamGauges))
        new Gauge({
          name: `spyglass_upstream_calls_${field}`,
          help,
          registers: [registry],
          async collect() {
            // Without a database this metric is omitted; the others still work.
            const use = await read().catch(() => undefined)
            if (use) this.set(field === 'today' ? use.used : use.perDay)
          },
        })
    },
    showReplica: (read) => {
      new Gauge({
        name: 'spyglass_replica_used',
        help: 'Whether lists are read from DATABASE_READ_URL (1) or from the primary (0).',
        registers: [registry],
        collect() {
          this.set(read()?.state === 'used' ? 1 : 0)
        },
      })
      new Gauge({
        name: 'spyglass_replica_lag_seconds',
        help: 'How much older the newest commit of the replica is than that of the primary; absent where unknown.',
        registers: [registry],
        collect() {
          const lagMs = read()?.lagMs ?? null
          if (lagMs === null) this.reset()
          else this.set(lagMs / 1_000)
        },
      })
    },
    showLiveStreams: (count) => {
      new Gauge({
        name: 'spyglass_live_streams',
        help: 'Open streams of index changes: pages with live lists.',
        registers: [registry],
        collect() {
          this.set(count())
        },
      })
    },
    handle: async () =>
      new Response(await registry.metrics(), {
        headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
      }),
  }
}

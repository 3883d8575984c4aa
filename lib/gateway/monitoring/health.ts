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

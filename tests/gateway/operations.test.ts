import { describe, expect, test } from 'vitest'
import { ServiceError } from '#lib/base/errors.ts'
import { createLogger, type LoggerOptions } from '#lib/base/logger.ts'
import { createMetrics, type HealthParts, healthResponse, type ReplicaHealth } from '#lib/gateway/health.ts'
import { createObserve } from '#lib/gateway/observe.ts'

const logTo = (options: Partial<LoggerOptions> = {}) => {
  const lines: string[] = []
  const log = createLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) }, ...options })
  return { log, lines }
}

const facts = { requestId: 'r1', method: 'GET', endpoint: 'lantern', status: 200, durationMs: 12.345, source: 'index' }

describe('the log', () => {
  test('is one JSON line per event, with its level as a word', () => {
    const { log, lines } = logTo()
    log.info({ chain: 'eth' }, 'followed')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', chain: 'eth', msg: 'followed' })
    expect(lines[0]?.endsWith('\n')).toBe(true)
  })

  test('contains no secret, by name of its field or by value, in any spelling', () => {
    const secret = 'Up/stream "key" 42'
    const { log, lines } = logTo({ secrets: [secret, 'hunter2-password'] })
    const headers = { 'x-api-key': 'k-1', authorization: 'Bearer k-2', cookie: 'c=k-3' }
    log.info({ headers, apiKey: 'k-4', config: { password: 'k-5' }, req: { headers } }, 'fields')
    log.warn({ url: `https://host/?key=${encodeURIComponent(secret)}` }, `failed with ${secret.toLowerCase()}`)
    log.error({ err: new Error(`bad ${secret}`, { cause: new Error('postgres://me:hunter2-password@db') }) })
    const all = lines.join('')
    expect(lines).toHaveLength(3)
    expect(all).not.toMatch(/k-\d/)
    expect(all).not.toMatch(/up(\/|%2f)stream|hunter2/i)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('reports one-time events as single lines only when debugging', () => {
    const outage = new Error('the database is away')
    const { log, lines } = logTo({ isReported: (error) => error === outage })
    const child = log.child({ process: 'web' })
    child.warn({ err: outage }, 'not answered')
    child.warn({ err: new Error('another') }, 'not answered')
    child.warn('words alone')
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['debug', 'warn', 'warn'])
  })

  test('distinguishes bugs, upstream failures and caller errors', () => {
    const { log, lines } = logTo()
    const observe = createObserve({ system: 'evm', log })
    observe(facts)
    observe({ ...facts, status: 404, error: new ServiceError('not_found', 'No.') })
    const cause = new Error('socket closed')
    observe({ ...facts, status: 502, error: new ServiceError('upstream_failed', 'No.', { cause }) })
    observe({ ...facts, status: 500, error: new TypeError('undefined is not a function') })
    const read = lines.map((line) => JSON.parse(line) as { level: string; err?: { stack: string } })
    expect(read.map(({ level }) => level)).toEqual(['debug', 'info', 'warn', 'error'])
    expect(read[0]).toMatchObject({ system: 'evm', requestId: 'r1', endpoint: 'lantern', durationMs: 12.3 })
    expect(read[2]?.err?.stack).toContain('socket closed')
    expect(read[3]?.err?.stack).toContain('undefined is not a function')
  })
})

describe('the metrics', () => {
  test('count requests and their duration by API, endpoint, status and source', async () => {
    const metrics = createMetrics({ processMetrics: false })
    const observe = createObserve({ system: 'evm', log: logTo().log, metrics })
    observe(facts)
    observe(facts)
    observe({ requestId: 'r2', method: 'GET', status: 404, durationMs: 1 })
    const response = await metrics.handle()
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    expect(text).toContain('spyglass_requests_total{system="evm",endpoint="lantern",status="200",source="index"} 2')
    expect(text).toContain('spyglass_requests_total{system="evm",endpoint="unknown",status="404",source="none"} 1')
    expect(text).toMatch(/spyglass_request_duration_seconds_bucket\{le="0.025",.*endpoint="lantern".*\} 2/)
  })

  test('count requests in flight, including failing ones', async () => {
    const metrics = createMetrics({ processMetrics: false })
    const inFlight = async () => /in_flight\{system="evm"\} (\d+)/.exec(await metrics.registry.metrics())?.[1]
    const answer = Promise.withResolvers<Response>()
    const handle = metrics.countInFlight('evm', () => answer.promise)
    const response = handle(new Request('http://spyglass.test'))
    expect(await inFlight()).toBe('1')
    answer.reject(new Error('bug'))
    await expect(response).rejects.toThrow('bug')
    expect(await inFlight()).toBe('0')
  })
})

describe('the health document', () => {
  const parts: HealthParts = {
    version: '0.1.0',
    uptimeSeconds: 12.7,
    demo: false,
    sources: [{ system: 'evm', name: 'index', state: 'ok' }],
    chains: [
      { system: 'evm', chain: 'eth', indexed: 90, head: 100 },
      { system: 'evm', chain: 'polygon' },
    ],
    setAside: 2,
    database: { kind: 'sqlite', ok: true },
  }

  test('reports the progress of every chain, and null for what is not known yet', async () => {
    const response = healthResponse(parts)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      status: 'ok',
      version: '0.1.0',
      uptime_seconds: 12,
      demo: false,
      sources: [{ system: 'evm', name: 'index', state: 'ok', detail: null }],
      chains: [
        { system: 'evm', chain: 'eth', indexed: 90, head: 100, lag: 10 },
        { system: 'evm', chain: 'polygon', indexed: null, head: null, lag: null },
      ],
      set_aside: 2,
      database: { kind: 'sqlite', ok: true, replica: null },
    })
  })

  test('reports how far the replica is behind, in whole seconds', async () => {
    const reportOf = async (replica: ReplicaHealth) => {
      const response = healthResponse({ ...parts, database: { kind: 'postgres', ok: true, replica } })
      return ((await response.json()) as { database: { replica: unknown } }).database.replica
    }
    expect(await reportOf({ state: 'behind', lagMs: 12_300 })).toEqual({ state: 'behind', lag_seconds: 13 })
    expect(await reportOf({ state: 'unreachable', lagMs: null })).toEqual({ state: 'unreachable', lag_seconds: null })
  })

  test('is 503 while the database is unavailable or an index is stalled', async () => {
    const statusWith = async (changed: Partial<HealthParts>) => {
      const response = healthResponse({ ...parts, ...changed })
      return [response.status, ((await response.json()) as { status: string }).status]
    }
    expect(await statusWith({ database: { kind: 'postgres', ok: false } })).toEqual([503, 'degraded'])
    const starting = { system: 'evm', name: 'index', state: 'starting' } as const
    expect(await statusWith({ sources: [starting] })).toEqual([200, 'starting'])
    const failed = { ...starting, state: 'failed' } as const
    expect(await statusWith({ sources: [starting, failed] })).toEqual([200, 'degraded'])
    expect(await statusWith({ sources: [starting, { ...failed, isStalled: true }] })).toEqual([503, 'degraded'])
  })
})

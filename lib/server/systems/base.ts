import { createLogger } from '#lib/base/logger.ts'
import type { Config } from '#lib/config/config.ts'
import type { FamilyBase, HostedSource } from '#lib/config/family.ts'
import { createMetrics } from '#lib/gateway/health.ts'
import { createHosted } from '#lib/gateway/hosted.ts'
import { createUpstreamQuota } from '#lib/gateway/upstream-quota.ts'
import { chargeVisit } from '#lib/http/admit.ts'
import { unknownAddress, visitorAddressHeader, visitorNetwork } from '#lib/http/visitor-address.ts'
import { settleDemoTimes } from '#lib/server/demo-times.ts'
import { openDatabases } from '#lib/server/open-database.ts'
import { isOutage } from '#lib/store/drivers/database-watch.ts'
import { dailyUse, instanceSecret } from '#lib/store/own-tables/settings.ts'

/** A process that serves requests; its log lines and database connections carry this name. */
export type Program = 'web' | 'api'

/** Two seconds after a request, health and pages must know which chains' databases do not respond. */
const silentAfterMs = 1_200

/** The shared parts of a process that serves requests. */
export const createBase = async (program: Program, config: Config) => {
  const { demo, hosted } = config
  const log = createLogger({ level: config.logLevel, secrets: config.secrets, isReported: isOutage }).child({
    process: program,
  })
  const stores = await openDatabases(config, {
    applicationName: `spyglass ${program}`,
    log,
    usesReplica: true,
    silentAfterMs,
  })
  const store = stores.main
  await settleDemoTimes(store, config)
  const metrics = createMetrics()
  const quota = createUpstreamQuota({ perDay: hosted.callsPerDay, store: dailyUse(store, 'upstream calls') })
  if (hosted.callsPerDay !== undefined) metrics.showUpstreamUse(quota.use)
  if (store.replica()) metrics.showReplica(() => store.replica())
  /** Charges each call with the server's key to the visitor who caused it, and to the daily limit. */
  const spend = async (signal: AbortSignal): Promise<void> => {
    await chargeVisit(signal)
    await quota.take()
    metrics.countUpstreamCall()
  }
  const hostedSource: HostedSource = (api, baseUrl, options = {}) => {
    if (baseUrl === undefined || hosted.apiKey === undefined) return []
    const { apiKey } = hosted
    return [{ name: 'hosted', service: createHosted(api, { baseUrl, apiKey, log, spend, ...options }) }]
  }
  return {
    config,
    log,
    store,
    stores,
    secret: config.instanceSecret ?? (await instanceSecret(store)),
    ownName: demo ? 'demo' : 'index',
    hostedSource,
    visitorOf: (request) => visitorNetwork(request.headers.get(visitorAddressHeader) ?? unknownAddress),
    metrics,
    quota,
  } satisfies FamilyBase & Record<string, unknown>
}

export type Base = Awaited<ReturnType<typeof createBase>>

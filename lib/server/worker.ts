import { createLogger } from '#lib/base/logger.ts'
import { loadConfig } from '#lib/config/config.ts'
import { previousEndFlags } from '#lib/process/life-signs.ts'
import { isOutage } from '#lib/store/drivers/database-watch.ts'
import { openWorkerStores } from '#lib/store/workers/worker-stores.ts'
import { settleDemoTimes } from './demo-times.ts'
import { allFamilies } from './families.ts'
import { openDatabases } from './open-database.ts'
import { startProcess } from './start-process.ts'

/*
 * The worker process: indexes every configured chain, or shares the work with other workers of the same PostgreSQL database. On a
 * signal it ends after the open transaction; with nothing left to index it stays, so that its parent sees a healthy child.
 */

/** Nobody waits for a statement of the worker; but before the wait for a free connection ends, which would be another fault. */
const silentAfterMs = 5_000

const stopped = new AbortController()
const { stores, works, worker } = await startProcess('worker', async () => {
  const config = loadConfig()
  const log = createLogger({ level: config.logLevel, secrets: config.secrets, isReported: isOutage }).child({
    process: 'worker',
  })
  const stores = await openDatabases(config, { applicationName: 'spyglass worker', log, silentAfterMs })
  await settleDemoTimes(stores.main, config)
  const works = await Promise.all(allFamilies.map(({ prepareWork }) => prepareWork({ config, stores, log })))
  const worker = await openWorkerStores(stores, stopped.signal, {
    previousEnd: (['hung', 'crashed'] as const).find((end) => process.argv.includes(previousEndFlags[end])),
    onEvicted: () => {
      log.error('this worker was silent for so long that others took its work over: it ends')
      process.exitCode = 1
      stopped.abort()
    },
    onCrashed: (items) => {
      for (const { chain, kind, key, attempts, retryAt, reason } of items) {
        const then = retryAt === null ? 'it is set aside' : 'it is retried on its own'
        log.warn({ chain, kind, key, attempts }, `${reason} Now ${then}.`)
      }
    },
    retryAll: process.argv.includes('--retry-set-aside'),
  })
  return { stores, works, worker }
})
const stop = (): void => stopped.abort()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

const underWay = works.flatMap(({ start }) => start(worker))
const keepAlive = setInterval(() => {}, 2 ** 30)
await Promise.all(underWay)
if (!stopped.signal.aborted) await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve))
clearInterval(keepAlive)
for (const { close } of works) await close?.()
await worker.close()
await stores.close()

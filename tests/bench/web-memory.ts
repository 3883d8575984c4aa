/*
 * Live heap of web, after a forced collection, as it answers pages of every kind: documents, soft navigations, pages as data and
 * images, comparisons, pages that are not there, reference. The bar: after 5,000 within 20 MB of after 500.
 *
 *   [HEAP_MB=200] [MINUTES=10] node tests/bench/web-memory.ts [requests] [heap snapshot file]
 *
 * HEAP_MB is the heap that web and worker may have; MINUTES ends the run early, with what was sent until then.
 * Needs a build (`npm run build`).
 */
import { startInspectedWeb } from '#tests/support/inspected-web.ts'
import { mixedRequests, sendAll } from '#tests/support/mixed-requests.ts'

const [requestsMax = '5000', snapshotFile] = process.argv.slice(2)
const warmUp = 500
const growthMaxMb = 20
const { HEAP_MB, MINUTES = 'Infinity' } = process.env

const web = await startInspectedWeb(HEAP_MB ? { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` } : {})
const endAt = performance.now() + Number(MINUTES) * 60_000
const table: Record<string, object> = {}
const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10

const measure = async (sent: number, statuses: object): Promise<number> => {
  const live = await web.inspector.liveHeapBytes()
  const memory = (await web.inspector.evaluate('process.memoryUsage()')) as { rss: number; external: number }
  const responses = await web.inspector.countObjects("process.getBuiltinModule('node:http').ServerResponse.prototype")
  const timers = await web.inspector.evaluate(
    "process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length",
  )
  table[`after ${sent}`] = {
    'live heap MB': megabytes(live),
    'external MB': megabytes(memory.external),
    'resident MB': megabytes(memory.rss),
    responses,
    timers,
    statuses: JSON.stringify(statuses),
  }
  return live
}

const statuses: Record<string, number> = {}
let sent = 0
let round = 0
const sendUpTo = async (count: number): Promise<void> => {
  while (sent < count && performance.now() < endAt) {
    round += 1
    const requests = mixedRequests(round).slice(0, count - sent)
    for (const [status, answered] of Object.entries(await sendAll(web.url, requests)))
      statuses[status] = (statuses[status] ?? 0) + answered
    sent += requests.length
  }
}

try {
  await sendUpTo(warmUp)
  const before = await measure(sent, statuses)
  for (let part = 1; part <= 5; part++) {
    await sendUpTo(warmUp + Math.round(((Number(requestsMax) - warmUp) * part) / 5))
    const after = await measure(sent, statuses)
    if (part < 5) continue
    console.table(table)
    const growth = megabytes(after - before)
    console.log(
      `live heap grew by ${growth} MB; the bar is ${growthMaxMb} MB: ${growth <= growthMaxMb ? 'held' : 'MISSED'}`,
    )
  }
  if (snapshotFile)
    await web.inspector.evaluate(
      `process.getBuiltinModule('node:v8').writeHeapSnapshot(${JSON.stringify(snapshotFile)})`,
    )
} finally {
  await web.stop()
}

import { apiKey, startApiServer } from '#tests/support/api-server.ts'
import { runFuzz } from '#tests/support/run-fuzz.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'

/*
 * Random requests over every contract against the API server, or the built web, on the demo ledger: statuses, and every fault
 * that was found.
 * node tests/bench/fuzz-http.ts [requests] [seed] [api|web]
 */

const [count = '20000', seed = '1', program = 'api'] = process.argv.slice(2)
const withoutLimits = { API_KEYS: `tests:${apiKey}`, RATE_LIMIT_KEY: '1000000', RATE_LIMIT_ANONYMOUS: '1000000' }
const server = program === 'web' ? await startSpyglass(withoutLimits) : await startApiServer()
try {
  const started = performance.now()
  const { byStatus, faults, slowestMs, slowest } = await runFuzz({
    url: server.url,
    apiKey,
    seed: Number(seed),
    count: Number(count),
  })
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.table({ requests: count, seconds, slowestMs: Math.round(slowestMs), faults: faults.length, ...byStatus })
  console.log(`slowest: ${slowest}`)
  for (const fault of faults.slice(0, 50)) console.log(JSON.stringify(fault))
  if (faults.length > 0) process.exitCode = 1
} finally {
  await server.stop()
}

/*
 * Memory and speed of the API server and of web under the sizes that V8 may give its young generation: with more room it collects less
 * often, and keeps the room for ever. All in one run, on the demo ledger, over loopback.
 *
 *   node tests/bench/young-generation.ts [requests to the API] [requests to web] [megabytes of a semi-space …]
 *
 * 0 stands for V8's own choice. Needs a build (`npm run build`). The processor time is of all threads, collections included.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { openStore } from '#lib/store/open.ts'
import { listPaths, readThings } from '#tests/coverage/questions.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { type MixedRequest, mixedRequests } from '#tests/support/mixed-requests.ts'
import { copyPreparedDemo, environmentOf } from '#tests/support/prepared-demo.ts'
import { freePort } from '#tests/support/spyglass.ts'
import { cpuSecondsOf, memoryMegabytesOf, peakMemoryMegabytesOf } from './support/process-usage.ts'

const [apiRequests = 100_000, webRequests = 5_000, ...given] = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [0, 16, 8, 4]
const connections = 8

const folder = mkdtempSync(join(tmpdir(), 'spyglass-young-'))
await copyPreparedDemo(folder)
const environment = environmentOf(folder)

/** Every list of the interfaces, with each number of rows: kept answers, and first ones. */
const store = await openStore<unknown>(environment.DATABASE_URL)
const lists = Object.values(listPaths(await readThings(store)))
  .flat()
  .map((path) => path.replace('chain=local&', 'chain=demo&').replace(/chain=local$/, 'chain=demo'))
await store.close()
const question = (sent: number): MixedRequest => {
  const path = lists[sent % lists.length] ?? '/api/health'
  return {
    path: `${path}${path.includes('?') ? '&' : '?'}limit=${1 + ((sent * 7) % 100)}`,
    headers: { 'x-api-key': apiKey },
  }
}
const rounds: MixedRequest[][] = []
const page = (sent: number): MixedRequest => {
  const perRound = mixedRequests(0).length
  const round = Math.floor(sent / perRound)
  rounds[round] ??= mixedRequests(round)
  return rounds[round]?.[sent % perRound] ?? { path: '/' }
}

const start = async (name: 'api-server' | 'web', megabytes: number): Promise<{ child: ChildProcess; url: string }> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const flags = megabytes === 0 ? [] : [`--max-semi-space-size=${megabytes}`]
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, builtProcess(name)], {
    env: {
      ...bareEnvironment(),
      ...environment,
      ...{ PORT: String(port), NODE_ENV: 'production', LOG_LEVEL: 'error', API_KEYS: `bench:${apiKey}` },
      ...{ RATE_LIMIT_KEY: '1000000', RATE_LIMIT_ANONYMOUS: '1000000' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${name} ended`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { child, url }
}

const measure = async (name: 'api-server' | 'web', megabytes: number, count: number): Promise<object> => {
  const { child, url } = await start(name, megabytes)
  const pid = child.pid ?? 0
  const requestAt = name === 'web' ? page : question
  const pool = new Pool(url, { connections })
  const statuses: Record<string, number> = {}
  let sent = 0
  const ask = async (): Promise<void> => {
    while (sent < count) {
      const { path, headers } = requestAt(sent++)
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    }
  }
  const cpuBefore = cpuSecondsOf(pid)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, ask))
  const seconds = (performance.now() - startedAt) / 1_000
  const row = {
    'resident MB': memoryMegabytesOf(pid),
    'peak MB': peakMemoryMegabytesOf(pid),
    'requests/s': Math.round(count / seconds),
    'CPU ms/request': (((cpuSecondsOf(pid) - cpuBefore) * 1_000) / count).toFixed(3),
    statuses: JSON.stringify(statuses),
  }
  await pool.close()
  child.kill('SIGTERM')
  await once(child, 'close')
  return row
}

const table: Record<string, object> = {}
try {
  for (const megabytes of sizes) {
    const size = megabytes === 0 ? "V8's choice" : `${megabytes} MB`
    if (apiRequests > 0) table[`API, ${size}`] = await measure('api-server', megabytes, apiRequests)
    if (webRequests > 0) table[`web, ${size}`] = await measure('web', megabytes, webRequests)
  }
  console.table(table)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

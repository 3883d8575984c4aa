/*
 * Requests per second of one and of two API servers behind a round-robin proxy, over one PostgreSQL database: the demo ledger, one page
 * of 100 transactions and a small answer. Everything runs on this machine, the requester and the proxy too: on two cores a second
 * process adds little to the requests a second, and the processor time of each part shows what it adds on a machine of its own.
 *
 *   node tests/bench/processes.ts [seconds a row] [connections]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Pool } from 'undici'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/spyglass.ts'
import { cpuSecondsOf } from './support/process-usage.ts'

const [seconds = 4, connections = 16] = process.argv.slice(2, 4).map(Number)
const warmUpSeconds = 2
const questions = {
  'page of 100 transactions': '/api/v2/0xd2378898c87f72de22eb67673fd23889796c694e?chain=demo',
  chains: '/api/explorer/evm/chains',
}

type Measured = {
  'requests/s': number
  'CPU ms/request of the servers': string
  'of the proxy': string
  'largest share of a server': string
}

/** Sends each request to the next of these servers, as it is. */
const proxySource = `
  const { createServer, request, Agent } = require('node:http')
  const targets = process.env.TARGETS.split(',').map((url) => new URL(url))
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  createServer((asked, given) => {
    const { hostname, port } = targets[turn++ % targets.length]
    const sent = request({ agent, hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (answer) => {
      given.writeHead(answer.statusCode, answer.headers)
      answer.pipe(given)
    })
    sent.on('error', () => given.destroy())
    asked.pipe(sent)
  }).listen(process.env.PORT, '127.0.0.1')`

const startProxy = async (targets: readonly string[]): Promise<{ url: string; child: ChildProcess }> => {
  const port = await freePort()
  const child = spawn(process.execPath, ['-e', proxySource], {
    env: { ...process.env, PORT: String(port), TARGETS: targets.join(',') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('the proxy ended')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, child }
}

const load = async (pool: Pool, path: string, forSeconds: number): Promise<number> => {
  const end = performance.now() + forSeconds * 1_000
  let answered = 0
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { 'x-api-key': apiKey } })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
      answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  return answered
}

const measure = async (servers: readonly RunningApiServer[], path: string): Promise<Measured> => {
  const proxy = await startProxy(servers.map(({ url }) => url))
  const pool = new Pool(proxy.url, { connections })
  await load(pool, path, warmUpSeconds)
  const pids = [...servers.map(({ pid }) => pid), proxy.child.pid ?? 0]
  const before = pids.map(cpuSecondsOf)
  const startedAt = performance.now()
  const answered = await load(pool, path, seconds)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  const used = pids.map((pid, index) => cpuSecondsOf(pid) - (before[index] ?? 0))
  await pool.close()
  proxy.child.kill('SIGTERM')
  await once(proxy.child, 'exit')
  const ofProxy = used.pop() ?? 0
  const ofServers = used.reduce((sum, each) => sum + each, 0)
  const perRequest = (cpuSeconds: number): string => ((cpuSeconds * 1_000) / answered).toFixed(3)
  return {
    'requests/s': Math.round(answered / tookSeconds),
    'CPU ms/request of the servers': perRequest(ofServers),
    'of the proxy': perRequest(ofProxy),
    'largest share of a server': `${Math.round((Math.max(...used) / ofServers) * 100)} %`,
  }
}

const postgres = await startPostgres()
const database = {
  DATABASE_URL: await postgres.createDatabase(),
  INSTANCE_SECRET: 'a secret of this bench alone 0123456789',
}
const first = await startApiServer(database)
const second = await startApiServer(database, { withWorker: false })
const table: Record<string, Measured> = {}
for (const [title, path] of Object.entries(questions)) {
  table[`${title}: one process`] = await measure([first], path)
  table[`${title}: two processes`] = await measure([first, second], path)
}
console.log(`${availableParallelism()} cores, ${connections} connections`)
console.table(table)
await second.stop()
await first.stop()
await postgres.stop()

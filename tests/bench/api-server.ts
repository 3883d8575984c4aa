/*
 * Requests per second, and processor time a request, of the API server against the Next route handlers and against the floor
 * of a bare Node server that sends the same bytes. All in one run, on the demo ledger, from this process over loopback. A
 * repeated question is answered with the same bytes while the index does not change; a first question never is, and its floor on
 * SQLite is a bare server that reads the same page for each request.
 *
 *   node tests/bench/api-server.ts [seconds a row] [connections] [PostgreSQL]
 *
 * Needs a build (`npm run build`). On two cores the requester runs on the other one: what an operator can count on is the
 * processor time, and `on one core` is its inverse.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { apiKey, startApiServer } from '#tests/support/api-server.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/spyglass.ts'
import { cpuSecondsOf } from './support/process-usage.ts'

const [seconds = 4, connections = 16] = process.argv.slice(2, 4).map(Number)
const warmUpSeconds = 2
const busiestWallet = '0xd2378898c87f72de22eb67673fd23889796c694e'
const page = `/api/v2/${busiestWallet}?chain=demo&disable_total=true`
const questions = {
  'page of 100 transactions': page,
  'chains (explorer)': '/api/explorer/evm/chains',
}
/** The same page with a bound above the head that no question had before. */
const firstQuestion = (sent: number): string => `${page}&to_block=${1_000_000 + sent}`

type Server = { url: string; pid: number }
type Measured = { 'bytes sent': number; 'requests/s': number; 'CPU ms/request': string; 'on one core': number }

const postgres = process.argv[4] === 'PostgreSQL' ? await startPostgres() : undefined
const api = await startApiServer(postgres && { DATABASE_URL: await postgres.createDatabase() })
const children: ChildProcess[] = []

/** Starts a server on a port of its own and waits until it answers the question. */
const start = async (parameters: string[], environment: Record<string, string>): Promise<Server> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...parameters], {
    env: { ...process.env, PORT: String(port), NODE_ENV: 'production', ...environment },
    stdio: 'ignore',
  })
  children.push(child)
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${parameters.join(' ')} ended`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, pid: child.pid ?? 0 }
}

let sent = 0
const measure = async (
  { url, pid }: Server,
  pathOf: string | ((sent: number) => string),
  encoding: string,
): Promise<Measured> => {
  const pool = new Pool(url, { connections })
  const headers = { 'x-api-key': apiKey, 'accept-encoding': encoding }
  let answered = 0
  let bytes = 0
  const askUntil = async (end: number): Promise<void> => {
    while (performance.now() < end) {
      const path = typeof pathOf === 'string' ? pathOf : pathOf(sent++)
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      bytes = (await body.arrayBuffer()).byteLength
      if (statusCode !== 200) throw new Error(`${url}${path} answered ${statusCode}`)
      answered++
    }
  }
  const load = (forSeconds: number) =>
    Promise.all(Array.from({ length: connections }, () => askUntil(performance.now() + forSeconds * 1_000)))
  await load(warmUpSeconds)
  answered = 0
  const startedAt = performance.now()
  const cpuBefore = cpuSecondsOf(pid)
  await load(seconds)
  const cpuMs = ((cpuSecondsOf(pid) - cpuBefore) * 1_000) / answered
  const tookSeconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return {
    'bytes sent': bytes,
    'requests/s': Math.round(answered / tookSeconds),
    'CPU ms/request': cpuMs.toFixed(3),
    'on one core': Math.round(1_000 / cpuMs),
  }
}

/** Sends what the API server sends for this question, headers included, without asking anything. */
const startBare = async (path: string): Promise<Server> => {
  const response = await fetch(api.url + path, { headers: { 'x-api-key': apiKey, 'accept-encoding': 'identity' } })
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !/^(date|connection|keep-alive|content-length)$/.test(name)),
  )
  const answer = JSON.stringify({ headers, body: await response.text() })
  const script = `const answer = JSON.parse(process.env.ANSWER)
    require('node:http').createServer((_, response) => response.writeHead(200, answer.headers).end(answer.body)).listen(process.env.PORT)`
  return start(['-e', script], { ANSWER: answer })
}

const web = await start([builtProcess('web')], {
  DATABASE_URL: api.databaseUrl,
  API_KEYS: `bench:${apiKey}`,
  RATE_LIMIT_KEY: '1000000',
})

const table: Record<string, Measured> = {}
for (const [title, path] of Object.entries(questions)) {
  const bare = await startBare(path)
  table[`${title}: bare node:http`] = await measure(bare, path, 'identity')
  for (const encoding of ['identity', 'gzip', 'br']) {
    table[`${title}: API server, ${encoding}`] = await measure(api, path, encoding)
    table[`${title}: Next, ${encoding}`] = await measure(web, path, encoding)
  }
}
const first = 'first question for a page of 100'
if (!postgres) {
  const environment = { DATABASE: api.databaseUrl.slice('sqlite:'.length), ADDRESS: busiestWallet }
  const reader = await start([fileURLToPath(new URL('./support/page-reader.ts', import.meta.url))], environment)
  table[`${first}: bare node:sqlite and node:http`] = await measure(reader, page, 'identity')
}
table[`${first}: API server, identity`] = await measure(api, firstQuestion, 'identity')
table[`${first}: API server, gzip`] = await measure(api, firstQuestion, 'gzip')
console.table(table)
for (const child of children) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}
await api.stop()
await postgres?.stop()

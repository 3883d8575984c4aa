/*
 * Whole lists of ERC20 transfers through the export of the API server and of web, against the floor of a bare SQL statement over
 * the same rows (select and joins, nothing written): rows a second, and how much the server's memory grows. Then what a small
 * request waits while exports run. All in one run, over loopback, from SQLite.
 *
 *   node tests/bench/export.ts [rows …] [database file]
 *
 * Resident memory holds what the engine has not collected yet, and up to 128 MB of the database's file.
 *
 * By default 100,000 and 1,000,000 rows. A database of a file is filled once, for the most rows, kept, and used the next time. Web
 * is measured where a build stands.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { builtPages } from '#tests/support/built-process.ts'
import { freePort } from '#tests/support/spyglass.ts'
import { fillTransfers } from './support/fill-transfers.ts'
import { cpuSecondsOf, peakMemoryMegabytesOf } from './support/process-usage.ts'
import { chain, eventsPerBlock } from './support/transfer-world.ts'

const given = process.argv.slice(2)
const sizes = given.filter((word) => /^\d+$/.test(word)).map(Number)
if (sizes.length === 0) sizes.push(100_000, 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'spyglass-export-'))
const file = given.find((word) => !/^\d+$/.test(word)) ?? join(folder, 'bench.db')
/** Half of the events are ERC20. */
const rowsPerBlock = eventsPerBlock / 2
const keys = Array.from({ length: 8 }, (_, number) => `bench-export-key-${number}-0123456789`)

if (!existsSync(file)) {
  const store = await openStore<EvmTables>(`sqlite:${file}`)
  await migrate(store, storeMigrations)
  await migrate(store, evmMigrations)
  await fillTransfers(store, 2 * Math.max(...sizes))
  await store.close()
}

type Server = { name: string; url: string; child: ChildProcess; pid: number }

const start = async (name: string, script: string): Promise<Server> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: `sqlite:${file}`,
      MEDIA_DIR: join(folder, 'media'),
      // No one is there: the chain is served from what is stored.
      NODE_URL_ETH: 'http://127.0.0.1:9',
      API_KEYS: keys.map((key, number) => `bench-${number}:${key}`).join(','),
      RATE_LIMIT_KEY: '1000000',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${script} ended`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { name, url, child, pid: child.pid ?? 0 }
}

const newestBlock = new DatabaseSync(file, { readOnly: true })
  .prepare('select max(number) as newest from evm_blocks where chain = ?')
  .get(chain)?.newest as number

const exportOf = (rows: number, format = 'csv'): string =>
  `/api/export/${format}/v2/erc20/transfers?chain=eth&from_block=${newestBlock - rows / rowsPerBlock + 1}`

const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)

/** Reads an answer to its end, or what comes in `forMs`; `pauseMs` between two chunks makes a slow reader. */
const read = async (
  { url }: Server,
  path: string,
  { key = keys[0] ?? '', pauseMs = 0, forMs = Number.POSITIVE_INFINITY } = {},
) => {
  const leave = new AbortController()
  const response = await fetch(url + path, {
    headers: { 'x-api-key': key },
    signal: leave.signal,
  })
  if (!response.ok || response.body === null) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const endAt = performance.now() + forMs
  let bytes = 0
  let lines = 0
  try {
    for await (const chunk of response.body) {
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
      if (performance.now() > endAt) return { bytes, lines }
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return { bytes, lines }
  } finally {
    leave.abort()
  }
}

const table: Record<string, Record<string, number>> = {}

const measure = async (server: Server, title: string, path: string, options: Parameters<typeof read>[2] = {}) => {
  // Sets the peak back to what is resident now (proc(5)).
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const before = residentMegabytes(server.pid)
  const cpuBefore = cpuSecondsOf(server.pid)
  const startedAt = performance.now()
  const { bytes, lines } = await read(server, path, options)
  const seconds = (performance.now() - startedAt) / 1_000
  const peak = peakMemoryMegabytesOf(server.pid)
  table[`${server.name}: ${title}`] = {
    rows: lines,
    'rows/s': Math.round(lines / seconds),
    MB: Math.round(bytes / 1e6),
    seconds: Math.round(seconds * 10) / 10,
    'CPU s': Math.round((cpuSecondsOf(server.pid) - cpuBefore) * 10) / 10,
    'RSS before, MB': before,
    'peak, MB': peak,
    'more, MB': peak - before,
  }
}

const floor = (rows: number): void => {
  const database = new DatabaseSync(file, { readOnly: true })
  const statement =
    database.prepare(`select t.*, b.hash, b.timestamp, c.name, c.symbol, c.decimals from evm_erc20_transfers t
    join evm_blocks b on b.chain = t.chain and b.number = t.block_number
    left join evm_contracts c on c.chain = t.chain and c.address = t.token_address
    where t.chain = ? and t.block_number >= ? order by t.block_number desc, t.log_index desc`)
  const startedAt = performance.now()
  let read = 0
  for (const _ of statement.iterate(chain, newestBlock - rows / rowsPerBlock + 1)) read++
  const seconds = (performance.now() - startedAt) / 1_000
  table[`bare SQL: ${rows} rows`] = {
    rows: read,
    'rows/s': Math.round(read / seconds),
    seconds: Math.round(seconds * 10) / 10,
  }
  database.close()
}

/** Those who left are noticed a moment later: until then their places are taken. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 500))

/** What a page of ten transfers takes, asked one after the other while so many exports run. */
const waits = async (server: Server, exports: number): Promise<Record<string, number>> => {
  const forMs = 4_000
  const running = Array.from({ length: exports }, (_, number) =>
    read(server, exportOf(Math.max(...sizes)), { key: keys[1 + Math.floor(number / 2)], forMs: forMs + 500 }),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  const took: number[] = []
  for (const endAt = performance.now() + forMs; performance.now() < endAt; ) {
    const startedAt = performance.now()
    const response = await fetch(`${server.url}/api/v2/erc20/transfers?chain=eth&limit=10`, {
      headers: { 'x-api-key': keys[0] ?? '' },
    })
    await response.arrayBuffer()
    took.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(running)
  await settle()
  took.sort((a, b) => a - b)
  const at = (share: number): number => Math.round((took[Math.floor(took.length * share)] ?? 0) * 10) / 10
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99) }
}

const servers: Server[] = []
const waiting: Record<string, Record<string, number>> = {}
try {
  for (const rows of sizes) floor(rows)
  servers.push(await start('lib/server/api-server.ts', 'lib/server/api-server.ts'))
  if (existsSync(builtPages())) servers.push(await start('web', 'lib/server/web.ts'))
  for (const server of servers) {
    await read(server, exportOf(20_000))
    for (const rows of sizes) {
      await measure(server, `${rows} rows, CSV`, exportOf(rows))
      await measure(server, `${rows} rows, JSON Lines`, exportOf(rows, 'jsonl'))
    }
    await measure(server, 'CSV, a slow reader for 10 s', exportOf(Math.max(...sizes)), { pauseMs: 100, forMs: 10_000 })
    await settle()
    const idleFrom = cpuSecondsOf(server.pid)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    table[`${server.name}: 2 s after it left`] = {
      'CPU s': Math.round((cpuSecondsOf(server.pid) - idleFrom) * 10) / 10,
    }
    for (const exports of [0, 1, 2, 8])
      waiting[`${server.name}: beside ${exports} exports`] = await waits(server, exports)
  }
  console.table(table)
  console.table(waiting)
} finally {
  for (const { child } of servers) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

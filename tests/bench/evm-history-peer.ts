/*
 * The history of two contracts (one ERC20, one ERC721; ten transfers a block, each a transaction of its own) from one local
 * node: Ponder with an equivalent app against ours, one after the other in one run, each in a process of its own.
 *
 *   node tests/bench/evm-history-peer.ts [blocks] [folder of the peer, kept between runs]
 *
 * Ponder keeps transfers with indexes on from, to and token, ERC20 balances and NFT owners. Ours keeps transfers, NFTs with
 * owner, mint and supply, block headers and what of the chain is covered; balances are summed afterwards and timed apart.
 * The clock of Ponder runs from its first words about syncing to those that it is complete; ours from an empty database.
 * The peer's files are text (tests/bench/peer): npm installs it into a temporary folder, as no part of this repository.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { startAnvil } from '#tests/support/anvil.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { type HistoryPart, historyParts, runHistoryPart } from './support/history-parts.ts'
import { installPonderApp, runPonderApp } from './support/ponder-app.ts'
import { childWith, cpuSecondsOf } from './support/process-usage.ts'
import { buildTokenChain, stateDigest } from './support/token-chain.ts'

const partArgument = process.argv.indexOf('--part')
if (partArgument > 0) {
  const part = historyParts.parse(JSON.parse(process.argv[partArgument + 1] ?? ''))
  console.log(JSON.stringify(await runHistoryPart(part)))
  process.exit()
}

const [blocks = '20000', peerFolder] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const app = peerFolder ?? join(folder, 'peer')
installPonderApp(app)
const anvil = await startAnvil(['--no-mining', '--order', 'fifo', '--accounts', '200', '--prune-history'])
const nodePid = childWith(['--port', String(anvil.port)])
const postgres = await startPostgres()
const chain = await buildTokenChain(anvil, Number(blocks))
const wanted = stateDigest(chain)

type Run = { seconds: number; peakMemoryMegabytes: number; cpuSeconds: number; transfers: number; state?: string }
type Line = Run & { name: string; nodeCpuSeconds: number; load: number }
const lines: Line[] = []

const measure = async (name: string, run: () => Promise<Run>): Promise<Line> => {
  const [load = 0] = loadavg()
  const before = cpuSecondsOf(nodePid)
  const result = await run()
  const line = { ...result, name, load, nodeCpuSeconds: cpuSecondsOf(nodePid) - before }
  if (result.transfers !== chain.transfers) throw new Error(`${name} has ${result.transfers} of ${chain.transfers}`)
  if (result.state !== undefined && result.state !== wanted) throw new Error(`${name} has other owners or balances`)
  console.error(`${name}: ${result.seconds.toFixed(2)} s`)
  lines.push(line)
  return line
}

const ponder = async (databaseUrl?: string): Promise<Run> => {
  rmSync(join(app, '.ponder'), { recursive: true, force: true })
  const run = await runPonderApp(app, anvil.url, chain, databaseUrl)
  return { ...run, state: stateDigest(run) }
}

const ran = z.object({
  seconds: z.number(),
  balancesSeconds: z.number().optional(),
  peakMemoryMegabytes: z.number(),
  cpuSeconds: z.number(),
  transfers: z.number(),
  state: z.string().optional(),
})
const ours = async (part: Omit<HistoryPart, 'nodeUrl' | 'chain'>): Promise<Run> => {
  const { erc20, erc721, firstBlock, lastBlock } = chain
  const whole: HistoryPart = { ...part, nodeUrl: anvil.url, chain: { erc20, erc721, firstBlock, lastBlock } }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [import.meta.filename, '--part', JSON.stringify(whole)],
    {
      maxBuffer: 1 << 26,
    },
  )
  const result = ran.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  if (result.balancesSeconds) console.error(`  summing balances afterwards: ${result.balancesSeconds.toFixed(2)} s`)
  return result
}

const sqliteUrl = (name: string) => `sqlite:${join(folder, `${name}.db`)}`
const peerEmbedded = await measure('Ponder, PGlite (its default)', () => ponder())
const peerPostgres = await measure('Ponder, PostgreSQL', async () => ponder(await postgres.createDatabase()))
const bothDatabases = async (name: string, kind: HistoryPart['kind'], from?: string): Promise<[Line, Line]> => [
  await measure(`${name}, SQLite`, () => ours({ kind, database: sqliteUrl(kind), from })),
  await measure(`${name}, PostgreSQL`, async () => ours({ kind, database: await postgres.createDatabase(), from })),
]
const [oursSqlite, oursPostgres] = await bothDatabases('ours, two contracts', 'history')
await bothDatabases('the same, times from headers', 'history-with-headers')
await bothDatabases('ours, every block whole', 'whole-blocks')
const [floorSqlite, floorPostgres] = await bothDatabases(
  'bare insert of the same rows',
  'bare-insert',
  sqliteUrl('history'),
)
await measure('only reading the logs', () => ours({ kind: 'only-read', database: 'sqlite::memory:' }))

console.table(
  lines.map(({ name, seconds, transfers, peakMemoryMegabytes, cpuSeconds, nodeCpuSeconds, load }) => ({
    run: name,
    seconds: Number(seconds.toFixed(2)),
    'events/s': Math.round(transfers / seconds),
    'peak memory MB': peakMemoryMegabytes,
    'CPU s': Number(cpuSeconds.toFixed(1)),
    "node's CPU s": Number(nodeCpuSeconds.toFixed(1)),
    'machine load before': Number(load.toFixed(1)),
  })),
)
const ratio = (a: Line, b: Line) => (b.seconds / a.seconds).toFixed(2)
console.log(`ours on SQLite is ${ratio(oursSqlite, peerEmbedded)} x Ponder on PGlite (bar 10)`)
console.log(`ours on PostgreSQL is ${ratio(oursPostgres, peerPostgres)} x Ponder on PostgreSQL (bar 5)`)
console.log(`ours is ${ratio(oursSqlite, floorSqlite)} of the bare insert on SQLite, `)
console.log(`ours is ${ratio(oursPostgres, floorPostgres)} of the bare insert on PostgreSQL (bar 0.5)`)

await postgres.stop()
await anvil.stop()
rmSync(folder, { recursive: true, force: true })

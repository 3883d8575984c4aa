/*
 * A backfill of whole blocks from a node in a process of its own, with its responses decoded and checked by the main thread
 * and by threads, against a bare insert of the same rows. The blocks are recorded ones of mainnet, linked into a chain. Each
 * run is a process; the runs take turns, and the table has their medians. The main thread's own CPU time shows how far more
 * threads can help: it is what remains if all else is done elsewhere. From both times follow the blocks a second of a machine that has a core for
 * the main thread and one for each of 1, 2 and 8 decoding threads.
 *
 *   node tests/bench/evm-backfill-threads.ts [blocks] [turns] [folder of recorded blocks]
 */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'
import { type BackfillPart, backfillPart, runBackfillPart } from './support/backfill-parts.ts'
import { recordedFolder } from './support/recorded-blocks.ts'

const part = process.argv[2] === '--part' ? backfillPart.parse(JSON.parse(process.argv[3] ?? '')) : undefined
if (part) {
  console.log(JSON.stringify(await runBackfillPart(part)))
  process.exit()
}

const [blocks = '200', turns = '3', recorded = recordedFolder] = process.argv.slice(2)
const threadCounts = [0, 1, 2, 4]
const coreCounts = [1, 2, 8]
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const postgres = await startPostgres()
const node = fork(new URL('./support/block-node.ts', import.meta.url), [blocks, recorded])
const [nodeUrl] = await once(node, 'message')

const measured = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  mainCpuSeconds: z.number(),
  memoryMb: z.number(),
})
type Measured = z.infer<typeof measured>
const runsOf = new Map<string, Measured[]>()
const measure = async (name: string, run: Omit<BackfillPart, 'nodeUrl' | 'blocks'>): Promise<void> => {
  const whole: BackfillPart = { ...run, nodeUrl: String(nodeUrl), blocks: Number(blocks) }
  const args = [import.meta.filename, '--part', JSON.stringify(whole)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  runsOf.set(name, [...(runsOf.get(name) ?? []), measured.parse(JSON.parse(stdout))])
}

const databases = {
  SQLite: async () => `sqlite:${join(folder, `${crypto.randomUUID()}.db`)}`,
  PostgreSQL: () => createDatabase(postgres.url),
}
for (let turn = 0; turn < Number(turns); turn++) {
  for (const threads of threadCounts)
    await measure(`only reading, ${threads} threads`, { kind: 'read', threads, database: 'sqlite::memory:' })
  for (const [name, create] of Object.entries(databases)) {
    let stored = ''
    for (const threads of threadCounts) {
      stored = await create()
      await measure(`${name}, ${threads} threads`, { kind: 'backfill', threads, database: stored })
    }
    await measure(`${name}, bare insert`, { kind: 'bare-insert', threads: 0, database: await create(), from: stored })
  }
}

const median = (name: string, key: keyof Measured): number => {
  const values = (runsOf.get(name) ?? []).map((run) => run[key]).sort((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}
const rounded = (value: number): number => Number(value.toFixed(2))
console.table(
  [...runsOf.keys()].map((run) => {
    const alone = `${run.split(',')[0]}, 0 threads`
    const floor = `${run.split(',')[0]}, bare insert`
    const main = median(run, 'mainCpuSeconds')
    const others = median(run, 'cpuSeconds') - main
    const withCores = (count: number) => rounded(Number(blocks) / Math.max(main, others / count))
    return {
      run,
      seconds: rounded(median(run, 'seconds')),
      'blocks/s': rounded(Number(blocks) / median(run, 'seconds')),
      'x of no threads': rounded(median(alone, 'seconds') / median(run, 'seconds')),
      'share of bare insert': rounded(median(floor, 'seconds') / median(run, 'seconds')) || null,
      'CPU s': rounded(median(run, 'cpuSeconds')),
      'main thread CPU s': rounded(median(run, 'mainCpuSeconds')),
      'blocks/s by cores: 1+1, 1+2, 1+8': run.includes('threads') ? coreCounts.map(withCores).join(', ') : null,
      'peak memory MB': median(run, 'memoryMb'),
    }
  }),
)
node.kill()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })

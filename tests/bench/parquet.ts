/*
 * A chain with so many transfers exported as Parquet and imported again, with the comparison by hash. Rows a second by the
 * clock and by this process's own CPU time, bytes per transfer and the most memory that the process used.
 *
 *   node --expose-gc tests/bench/parquet.ts [transfers] [SQLite | PostgreSQL]
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmChainToCopy } from '#lib/evm/family/chain-to-copy.ts'
import { openUpToDate } from '#lib/server/open-database.ts'
import { type CopyCounts, CopyFault } from '#lib/store/parquet/chain-copy.ts'
import { exportChain } from '#lib/store/parquet/export-chain.ts'
import { importChain } from '#lib/store/parquet/import-chain.ts'
import { readManifest } from '#lib/store/parquet/manifest.ts'
import { fillTransfers } from './support/fill-transfers.ts'
import { startNewDatabases } from './support/new-databases.ts'

const transfers = Number(process.argv[2] ?? 300_000)
const only = process.argv[3]
const version = { version: 'bench', migrations: [] }

const found = await evmChainToCopy('eth', async () => undefined)
if (!found) throw new CopyFault('eth is a chain')
const chain = { ...found, tables: ['evm_'] }

/** The most memory in use while something runs, above what was in use before. */
const measured = async (run: () => Promise<CopyCounts>) => {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const { rows } = await run()
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  clearInterval(timer)
  return {
    rows,
    seconds: Number(seconds.toFixed(1)),
    'rows/s': Math.round(rows / seconds),
    'rows/CPU s': Math.round(rows / ((user + system) / 1e6)),
    'MB more': Math.round((most - before) / 1e6),
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

const parent = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const databases = await startNewDatabases()
const table = []
for (const database of ['SQLite', 'PostgreSQL'] as const) {
  if (only && only !== database) continue
  const newStore = async () => await openUpToDate(await databases.newUrl[database]())
  const [source, imported] = [await newStore(), await newStore()]
  await fillTransfers(source.withTables<EvmTables>(), transfers)
  const folder = join(parent, database)
  const work = {
    export: () => exportChain(source, folder, chain, { version }),
    import: async () => importChain({ folder, manifest: await readManifest(folder) }, imported, chain, version),
  }
  for (const [name, run] of Object.entries(work)) {
    const facts = await measured(run)
    const bytes = Number((bytesIn(folder) / transfers).toFixed(1))
    table.push({ database, work: name, ...facts, 'bytes/transfer': bytes })
  }
  for (const store of [source, imported]) await store.close()
}
console.table(table)
await databases.stop()
rmSync(parent, { recursive: true, force: true })

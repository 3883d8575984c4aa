/*
 * Indexing of a local anvil chain, by the same reader, engine and writer as the worker's, into SQLite and PostgreSQL, against
 * the floor of only reading and checking the same blocks from the same node. All in one run; memory is this process's peak.
 *
 *   node tests/bench/evm-index-chain.ts [blocks] [transactions a block]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { follow } from '#lib/indexing/follow.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { startAnvil } from '#tests/support/anvil.ts'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'

const [blockCount = 2_000, perBlock = 10] = process.argv.slice(2).map(Number)
const floorBlocksAtOnce = 200

const anvil = await startAnvil(['--no-mining', '--order', 'fifo'])
const accounts = (await anvil.rpc('eth_accounts')) as string[]
const node = anvil.transport({ timeoutMs: 120_000 })
for (let block = 0; block < blockCount; block++) {
  const sends = Array.from({ length: perBlock }, (_, index) => ({
    method: 'eth_sendTransaction',
    params: [{ from: accounts[index % 10], to: accounts[(index + block) % 10], value: '0x1', gas: '0x5208' }],
  }))
  await node.send([...sends, { method: 'evm_mine', params: [] }])
}

const proof = { rules: chainRules('local'), refuse: false }
const newReader = () => createEvmReader(createPool([anvil.transport()]), { finalityBlocks: 65, proof })

const readOnly = async (): Promise<void> => {
  const reader = newReader()
  for (let from = 0; from <= blockCount; from += floorBlocksAtOnce)
    await reader.blocks(from, Math.min(blockCount, from + floorBlocksAtOnce - 1))
}

const indexInto = async (databaseUrl: string): Promise<void> => {
  const store = await openStore<EvmTables>(databaseUrl)
  await migrate(store, evmMigrations)
  const done = new AbortController()
  await follow(newReader(), createEvmIndex(store, 31_337, { from: 0 }), {
    start: 0,
    signal: done.signal,
    pollMs: 10,
    onStep: (step) => {
      if (step.kind === 'waiting' && step.tip === blockCount) done.abort()
    },
    onFailure: (error) => {
      throw error
    },
  })
  await store.close()
}

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const postgres = await startPostgres()
const runs: [string, () => Promise<void>][] = [
  ['read and check only', readOnly],
  ['SQLite', () => indexInto(`sqlite:${join(folder, 'bench.db')}`)],
  ['PostgreSQL', async () => indexInto(await createDatabase(postgres.url))],
]
const transactions = blockCount * perBlock
const table = []
for (const [name, run] of runs) {
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  await run()
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  table.push({
    into: name,
    seconds: Number(seconds.toFixed(2)),
    'blocks/s': Math.round(blockCount / seconds),
    'transactions/s': Math.round(transactions / seconds),
    'own CPU s': Number(((user + system) / 1e6).toFixed(2)),
    'peak memory MB': Math.round(process.resourceUsage().maxRSS / 1_024),
  })
}
console.table(table)
await postgres.stop()
await anvil.stop()
rmSync(folder, { recursive: true, force: true })

/*
 * What a chain takes: transactions a second into an empty database, and bytes a transaction with all of its rows and indexes, from
 * recorded blocks of Ethereum. The answers of the node are at hand; they are parsed and checked against the roots of their block
 * as the worker does. Each block is a range and a transaction of its own, which is the slow way.
 *
 *   node tests/bench/evm-sizing.ts [folder of recorded blocks]
 */
import { sql } from 'kysely'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { startNewDatabases } from './support/new-databases.ts'
import { readRecordedBlocks, recordedFolder } from './support/recorded-blocks.ts'

const chain = 1
const turns = 3
const { numbers, node } = readRecordedBlocks(process.argv[2] ?? recordedFolder)
const head = { latest: numbers.at(-1) ?? 0, finalized: 0 }

/** Of the pages in use. */
const bytesOf = async ({ db, dialect }: Store<EvmTables>): Promise<number> => {
  const size =
    dialect === 'sqlite'
      ? sql<{ bytes: number }>`select (page_count - freelist_count) * page_size as bytes
          from pragma_page_count, pragma_freelist_count, pragma_page_size`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return Number((await size.execute(db)).rows[0]?.bytes)
}

const index = async (url: string) => {
  const store = await openStore<EvmTables>(url)
  await migrate(store, evmMigrations)
  const empty = await bytesOf(store)
  const proof = { rules: chainRules('eth'), refuse: false }
  const reader = createEvmReader(createPool([node]), { finalityBlocks: 65, proof })
  const rows = { transactions: 0, logs: 0 }
  const startedAt = performance.now()
  for (const number of numbers) {
    const blocks = await reader.blocks(number, number)
    for (const { transactions } of blocks) {
      rows.transactions += transactions.length
      rows.logs += transactions.reduce((sum, { logs }) => sum + logs.length, 0)
    }
    await createEvmRangeIndex(store, chain).appendRange(blocks, head)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const bytes = (await bytesOf(store)) - empty
  await store.close()
  return { ...rows, seconds, bytes }
}

const databases = await startNewDatabases()
const table = []
for (const database of ['SQLite', 'PostgreSQL'] as const) {
  const runs: Awaited<ReturnType<typeof index>>[] = []
  for (let turn = 0; turn < turns; turn++) runs.push(await index(await databases.newUrl[database]()))
  const [best] = runs.sort((a, b) => a.seconds - b.seconds)
  if (!best) continue
  table.push({
    database,
    blocks: numbers.length,
    transactions: best.transactions,
    logs: best.logs,
    'transactions/s': Math.round(best.transactions / best.seconds),
    'MB on disk': (best.bytes / 1e6).toFixed(1),
    'bytes a transaction': Math.round(best.bytes / best.transactions),
  })
}
await databases.stop()
console.table(table)

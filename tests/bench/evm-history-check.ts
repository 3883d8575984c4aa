/*
 * What the check of a contract history costs on honest nodes. Two contracts with many transfers are indexed on demand, from one
 * node and from two. The table compares time and calls of reading every block with those of the check that follows.
 *
 *   node tests/bench/evm-history-check.ts [transfers of each contract] [transfers a block] [empty blocks after each]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHistoryIndexer } from '#lib/evm/chain/backfill/index-history.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { startLedgerChain } from '#tests/evm/chain/backfill/ledger-chain.ts'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'

const [transfers = 100_000, perBlock = 100, emptyBlocks = 9] = process.argv.slice(2).map(Number)
const chain = await startLedgerChain()
for (let first = 0; first < transfers; first += perBlock) {
  await chain.moveRange(['Coin', 'Picture'], first, Math.min(perBlock, transfers - first))
  if (emptyBlocks > 0) await chain.mineEmpty(emptyBlocks)
}
await chain.mineEmpty(10)

/** Counts requests, and the calls in them. */
const counting = (inner: RpcTransport) => {
  const counts = { requests: 0, calls: 0 }
  const transport: RpcTransport = {
    ...inner,
    send: (calls, signal) => {
      counts.requests += 1
      counts.calls += calls.length
      return inner.send(calls, signal)
    },
  }
  return { transport, counts }
}

const run = async (databaseUrl: string, token: 'Coin' | 'Picture', nodes: number) => {
  const store = await openStore<EvmTables>(databaseUrl)
  await migrate(store, storeMigrations, evmMigrations)
  const { transport, counts } = counting(httpTransport(chain.anvil.url))
  const pool = createPool(Array.from({ length: nodes }, () => transport))
  const reader = createEvmReader(pool, { finalityBlocks: 2 })
  const state = () => store.db.selectFrom('evm_histories').select(['synced_at', 'check_state']).executeTakeFirst()
  const startedAt = performance.now()
  let read = { ms: 0, ...counts }
  let isRead = false
  const indexer = createHistoryIndexer(store, { id: 31_337, pool, reader })
  // The store notes when all blocks are read, just before the check begins.
  const watch = setInterval(async () => {
    if (isRead || (await state())?.synced_at == null || isRead) return
    isRead = true
    read = { ms: performance.now() - startedAt, ...counts }
  }, 5)
  const end = await indexer.slice(chain.address(token), async () => true, new AbortController().signal)
  const totalMs = performance.now() - startedAt
  clearInterval(watch)
  const { check_state } = (await state()) ?? {}
  await store.close()
  if (end !== 'done' || !isRead) throw new Error(`the history ended ${end}`)
  return {
    verdict: check_state,
    'read, s': Number((read.ms / 1_000).toFixed(2)),
    'check, s': Number(((totalMs - read.ms) / 1_000).toFixed(2)),
    'check, % of reading': Number(((100 * (totalMs - read.ms)) / read.ms).toFixed(1)),
    'requests, reading': read.requests,
    'requests, check': counts.requests - read.requests,
    'calls, reading': read.calls,
    'calls, check': counts.calls - read.calls,
  }
}

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const postgres = await startPostgres()
const table: Record<string, unknown> = {}
for (const token of ['Coin', 'Picture'] as const)
  for (const nodes of [1, 2]) {
    const title = `${token}, ${nodes === 1 ? 'one node' : 'two nodes'}`
    table[`SQLite, ${title}`] = await run(`sqlite:${join(folder, `${token}-${nodes}.db`)}`, token, nodes)
    table[`PostgreSQL, ${title}`] = await run(await createDatabase(postgres.url), token, nodes)
  }
console.log(`${transfers} transfers of each contract, ${perBlock} a block, ${await chain.latest()} blocks`)
console.table(table)
await postgres.stop()
await chain.stop()
rmSync(folder, { recursive: true, force: true })

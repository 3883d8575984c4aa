/*
 * A collection of many transfers is indexed on demand, while a chain that mines a block every 200 ms is followed: how long until
 * it is SYNCED, and by how many blocks the index trails the node meanwhile, against the same chain without a history at work.
 * The node is mined and watched from a thread of its own, so that work of the index cannot hide its own lag. All in one run.
 *
 *   node tests/bench/evm-history.ts [transfers] [transfers a block] [transfers a transaction]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { createBackfill } from '#lib/evm/chain/backfill/request-history.ts'
import { runBackfills } from '#lib/evm/chain/backfill/run-backfills.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { follow } from '#lib/indexing/follow.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { startTokenChain } from '#tests/evm/chain/backfill/token-chain.ts'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'

const blockEveryMs = 200
const watchEveryMs = 20
const idleSeconds = 15
/** Slots of the memory that both threads see. */
const slot = { stop: 0, tip: 1, samples: 2, lagSum: 3, lagMax: 4, near: 5 } as const
/** The bar of the project: following may trail by so many blocks. */
const lagBar = 2

type MinerData = { url: string; memory: SharedArrayBuffer }

/** Mines, and notes how far `tip` is behind; `near` counts the looks at which it was within the bar. */
const mineAndWatch = async ({ url, memory }: MinerData): Promise<void> => {
  const seen = new Int32Array(memory)
  const node = httpTransport(url)
  const rpc = async (method: string): Promise<unknown> => {
    const [answer] = await node.send([{ method, params: [] }])
    return answer && 'result' in answer ? answer.result : undefined
  }
  let latest = Number(await rpc('eth_blockNumber'))
  for (let dueAt = performance.now(); Atomics.load(seen, slot.stop) === 0; dueAt += blockEveryMs) {
    while (performance.now() < dueAt) {
      const lag = latest - Atomics.load(seen, slot.tip)
      Atomics.add(seen, slot.samples, 1)
      Atomics.add(seen, slot.lagSum, lag)
      if (lag <= lagBar) Atomics.add(seen, slot.near, 1)
      if (lag > Atomics.load(seen, slot.lagMax)) Atomics.store(seen, slot.lagMax, lag)
      await wait(watchEveryMs)
    }
    await rpc('evm_mine')
    latest += 1
  }
  await node.close()
}

const main = async (): Promise<void> => {
  const [transfers = 100_000, perBlock = 200, perTransaction = 20] = process.argv.slice(2).map(Number)
  const chain = await startTokenChain()
  for (let first = 0; first < transfers; first += perBlock)
    await chain.mintPictures(first, Math.min(perBlock, transfers - first), perTransaction)
  await chain.mineEmpty(10)
  const quiet = { info: () => {}, warn: (facts: object, text: string) => console.warn(text, facts) }

  const run = async (databaseUrl: string, withHistory: boolean) => {
    const store = await openStore<EvmTables>(databaseUrl)
    await migrate(store, storeMigrations, evmMigrations)
    const pool = createPool([httpTransport(chain.anvil.url)])
    const reader = createEvmReader(pool, { finalityBlocks: 2 })
    const from = await chain.latest()
    const memory = new SharedArrayBuffer(64)
    const seen = new Int32Array(memory)
    Atomics.store(seen, slot.tip, from)
    const done = new AbortController()
    const following = follow(reader, createEvmIndex(store, 31_337, { from }), {
      start: from,
      signal: done.signal,
      pollMs: 25,
      headMaxAgeMs: 0,
      onStep: (step) => {
        if (step.kind === 'appended') Atomics.store(seen, slot.tip, step.last)
      },
    })
    const data: MinerData = { url: chain.anvil.url, memory }
    const miner = new Worker(new URL(import.meta.url), { workerData: data })
    const mined = new Promise((ended) => miner.once('exit', ended))
    const histories = withHistory
      ? runBackfills(
          store,
          { name: 'local', expectedId: undefined, pool, reader, mayReset: true, pollMs: 100 },
          quiet,
          { signal: done.signal },
        )
      : undefined
    await wait(1_000)

    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    if (withHistory) {
      const local = { id: 31_337, source: 'index' as const }
      const asked = createBackfill(store)
      await asked.request(local, [chain.pictures])
      while (!(await asked.isSynced(local, [chain.pictures]))) await wait(50)
    } else await wait(idleSeconds * 1_000)
    const seconds = (performance.now() - startedAt) / 1_000
    const { user, system } = process.cpuUsage(cpuBefore)

    Atomics.store(seen, slot.stop, 1)
    await mined
    done.abort()
    await Promise.all([following, histories])
    const { rows } = await store.db
      .selectFrom('evm_nft_tokens')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    if (withHistory && rows !== transfers) throw new Error(`${rows} tokens of ${transfers}`)
    await store.close()
    const read = (at: number) => Atomics.load(seen, at)
    return {
      'seconds until SYNCED': withHistory ? Number(seconds.toFixed(1)) : null,
      'transfers/s': withHistory ? Math.round(transfers / seconds) : null,
      'own CPU s': Number(((user + system) / 1e6).toFixed(1)),
      'lag, mean blocks': Number((read(slot.lagSum) / Math.max(1, read(slot.samples))).toFixed(2)),
      'lag, most blocks': read(slot.lagMax),
      [`lag of at most ${lagBar}, % of time`]: Number(
        ((100 * read(slot.near)) / Math.max(1, read(slot.samples))).toFixed(1),
      ),
    }
  }

  const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
  const postgres = await startPostgres()
  const table: Record<string, unknown> = {}
  for (const withHistory of [false, true]) {
    const what = withHistory ? 'history at work' : 'head alone'
    table[`SQLite, ${what}`] = await run(`sqlite:${join(folder, `${withHistory}.db`)}`, withHistory)
    table[`PostgreSQL, ${what}`] = await run(await createDatabase(postgres.url), withHistory)
  }
  console.log(
    `${transfers} transfers, ${perTransaction} a transaction, ${perBlock} a block; a block every ${blockEveryMs} ms`,
  )
  console.table(table)
  await postgres.stop()
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
}

if (isMainThread) await main()
else await mineAndWatch(workerData)

/*
 * Indexing of an Aptos ledger from a full node that replays it over HTTP, by the same reader, engine and writer as the worker's,
 * into SQLite and PostgreSQL; the same with pages that need no network; its parts alone (network, decoding, storing); and the floor
 * of only parsing the same JSON and inserting the same rows. All in one run. The full node is a process on the same cores. The ledger is the demo's again and again, every time with tokens of other names.
 *
 *   node tests/bench/aptos-index.ts [times the demo ledger]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { type DecodedVersion, decodeVersion } from '#lib/aptos/chain/decode/decode-version.ts'
import { indexNetwork, nodeLookUp } from '#lib/aptos/chain/ingest/index-network.ts'
import { createPageThreads } from '#lib/aptos/chain/ingest/page-decoder.ts'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import { type AptosNode, createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { createAptosIndex } from '#lib/aptos/chain/write/aptos-index.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'

type Kind = 'SQLite' | 'PostgreSQL'

const chainId = 83
const contents = ['digital_assets', 'fungible_assets'] as const
const pageSize = 100
const pagesAtOnce = 8
const batchVersions = 1_000
const times = Number(process.argv[2] ?? 40)

/** Each transaction as the JSON that the node sends. */
const ledgerTexts = async (): Promise<string[]> => {
  const { transactions } = await recordedLedger()
  const texts: string[] = []
  for (let time = 0; time < times; time++)
    for (const [place, transaction] of transactions.entries()) {
      const version = String(time * transactions.length + place)
      // The first time creates the accounts; later ones write on.
      texts.push(JSON.stringify({ ...transaction, version }).replaceAll(' #', ` ${time}#`))
    }
  return texts
}

const serve = async (): Promise<void> => {
  const texts = await ledgerTexts()
  const ledger = JSON.stringify({
    chain_id: chainId,
    epoch: '1',
    ledger_version: String(texts.length - 1),
    oldest_ledger_version: '0',
    ledger_timestamp: '1660000000000000',
    block_height: '1',
    oldest_block_height: '0',
  })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://node.test')
    response.setHeader('content-type', 'application/json')
    response.setHeader('x-aptos-chain-id', String(chainId))
    if (pathname === '/v1') return response.end(ledger)
    if (pathname !== '/v1/transactions') {
      response.statusCode = 404
      return response.end(JSON.stringify({ message: '', error_code: 'resource_not_found', vm_error_code: null }))
    }
    const start = Number(searchParams.get('start'))
    return response.end(`[${texts.slice(start, start + Number(searchParams.get('limit'))).join(',')}]`)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}

const measure = async (): Promise<void> => {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [String(times), 'serve'])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const newNode = () => createAptosNode({ baseUrls: [baseUrl] })
  const texts = await ledgerTexts()
  const count = texts.length
  const last = count - 1
  const starts = Array.from({ length: Math.ceil(count / pageSize) }, (_, index) => index * pageSize)
  const pages = starts.map((start) => `[${texts.slice(start, start + pageSize).join(',')}]`)
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
  const postgres = await startPostgres()
  const threads = createPageThreads()
  let files = 0
  const open = async (kind: Kind): Promise<Store<AptosTables>> => {
    const url = kind === 'SQLite' ? `sqlite:${join(folder, `${++files}.db`)}` : await createDatabase(postgres.url)
    const store = await openStore<AptosTables>(url)
    await migrate(store, aptosMigrations)
    return store
  }

  const floor = 'floor: JSON.parse and bare insert'
  const table: { database: Kind; part: string; seconds: number; mainCpu: number; cpu: number; memory: number }[] = []
  const timed = async (database: Kind, part: string, work: () => Promise<void> | void): Promise<void> => {
    const startedAt = performance.now()
    const before = process.cpuUsage()
    const mainBefore = process.threadCpuUsage()
    await work()
    const seconds = (performance.now() - startedAt) / 1_000
    const { user, system } = process.cpuUsage(before)
    const main = process.threadCpuUsage(mainBefore)
    table.push({
      ...{ database, part, seconds },
      mainCpu: (main.user + main.system) / 1e6,
      cpu: (user + system) / 1e6,
      memory: process.resourceUsage().maxRSS / 1_024,
    })
  }

  /** A node whose pages are here already. */
  const nodeWithPages = (): AptosNode => ({
    ...newNode(),
    transactionPage: async (start, limit, read) =>
      await read(Buffer.from(`[${texts.slice(start, start + Math.min(limit, pageSize)).join(',')}]`)),
  })

  const index = async (store: Store<AptosTables>, node: AptosNode): Promise<void> => {
    const stop = new AbortController()
    const network = {
      name: 'mainnet',
      node,
      start: { at: 0 },
      contents,
      pollMs: 20,
      threads,
    } as const
    const done = indexNetwork(store, network, { log: { info: () => {}, warn: console.warn }, signal: stop.signal })
    while ((await readAptosIntervals(store.db, chainId)).at(-1)?.last !== last)
      await new Promise((resolve) => setTimeout(resolve, 20))
    stop.abort()
    await done
  }
  let decoded: DecodedVersion[] = []
  const options = { chainId, contents }
  const decode = (): void => {
    decoded = pages.flatMap((page) => (JSON.parse(page) as unknown[]).map((one) => decodeVersion(one, options)))
  }
  const storeAll = async (store: Store<AptosTables>): Promise<void> => {
    const writer = createAptosIndex(store, chainId, { from: 0, contents, lookUp: nodeLookUp(newNode()) })
    for (let from = 0; from < count; from += batchVersions)
      await writer.append(decoded.slice(from, from + batchVersions), { latest: last, finalized: last })
  }
  type Row = Record<string, unknown>
  const rowsOf = async (store: Store<AptosTables>, name: keyof AptosTables): Promise<Row[]> =>
    (await sql<Row>`select * from ${sql.table(name)}`.execute(store.db)).rows
  const floorTables = [
    'aptos_token_activities',
    'aptos_token_ownerships',
    'aptos_tokens',
    'aptos_asset_activities',
    'aptos_asset_balances',
  ] as const

  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    const store = await open(kind)
    await timed(kind, "the worker's loop", () => index(store, newNode()))
    const near = await open(kind)
    await timed(kind, 'the loop without network', () => index(near, nodeWithPages()))
    const rows = await Promise.all(floorTables.map((name) => rowsOf(store, name)))
    if (kind === 'SQLite') {
      const bytes = texts.reduce((sum, text) => sum + text.length, 0)
      const [activities = [], ownerships = [], , assetActivities = []] = rows
      const kilobytes = (bytes / count / 1_024).toFixed(1)
      console.log(
        `${count} transactions of ${kilobytes} kB; ${activities.length} token activities, ${ownerships.length} ownerships, ${assetActivities.length} asset activities`,
      )
      await timed(kind, 'network alone', async () => {
        const [limit, node] = [pLimit(pagesAtOnce), newNode()]
        const read = (start: number) => node.transactionPage(start, pageSize, async () => [])
        await Promise.all(starts.map((start) => limit(() => read(start))))
      })
      await timed(kind, 'JSON.parse alone', () => {
        for (const page of pages) JSON.parse(page)
      })
      await timed(kind, 'JSON.parse and decode alone', decode)
    }
    const empty = await open(kind)
    await timed(kind, 'store alone', () => storeAll(empty))
    const bare = await open(kind)
    await timed(kind, floor, async () => {
      for (const page of pages) JSON.parse(page)
      for (const [place, name] of floorTables.entries()) {
        const all = rows[place] ?? []
        const batches = Math.ceil(count / batchVersions)
        const size = Math.max(1, Math.ceil(all.length / batches))
        for (let from = 0; from < all.length; from += size)
          await bare.db
            .transaction()
            .execute((transaction) => bare.insertMany(transaction, name, all.slice(from, from + size)))
      }
    })
    for (const one of [store, near, empty, bare]) await one.close()
  }
  console.table(
    table.map(({ database, part, seconds, mainCpu, cpu, memory }) => {
      const bare = table.find((row) => row.database === database && row.part === floor)
      return {
        ...{ database, part, seconds: Number(seconds.toFixed(2)), 'transactions/s': Math.round(count / seconds) },
        'of the floor': Number(((bare?.seconds ?? 0) / seconds).toFixed(2)),
        'main thread CPU s': Number(mainCpu.toFixed(2)),
        'own CPU s': Number(cpu.toFixed(2)),
        'peak memory MB': Math.round(memory),
      }
    }),
  )
  await threads.close()
  await postgres.stop()
  child.kill()
  rmSync(folder, { recursive: true, force: true })
}

await (process.argv[3] === 'serve' ? serve() : measure())

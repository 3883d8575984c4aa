/*
 * Documents of NFTs through the worker's loop, against the bare work: the same documents fetched with undici alone, as many at
 * a time, and inserted as they are. The documents come from a server in a process of its own; a node in this process names
 * them. Each way into a database of its own; memory is the most that the process held.
 *
 *   node tests/bench/evm-metadata.ts [tokens] [milliseconds that the server takes]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { Agent } from 'undici'
import { encodeAbiParameters } from 'viem'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { RpcAnswer, RpcCall } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { keepMetadata } from '#lib/evm/nft/metadata/keep-metadata.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { startNewDatabases } from './support/new-databases.ts'

const [tokenCount = 10_000, answerMs = 0] = process.argv
  .slice(2)
  .filter((argument) => argument !== 'serve')
  .map(Number)
const chain = 1
const atOnce = 24
const contract = new Uint8Array(20).fill(7)

const documentOf = (id: string): string =>
  JSON.stringify({
    name: `Lantern #${id}`,
    description: 'A lantern folded from one sheet of light, drawn by its contract. '.repeat(4),
    image: `ipfs://bafybeih56j5docet5hv7ttxvrilj7ybalpowvaozaoll5e2ghhrhkebkvy/${id}.png`,
    external_url: 'https://lanterns.example/',
    attributes: ['Sky', 'Paper', 'Ribs', 'Shape', 'Hour', 'Wind'].map((trait_type, index) => ({
      trait_type,
      value: index % 2 ? Number(id) % 9 : `Value ${Number(id) % 31}`,
    })),
  })

if (process.argv.includes('serve')) {
  const server = createServer(({ url = '' }, response) => {
    const send = () => response.setHeader('content-type', 'application/json').end(documentOf(url.slice(1)))
    if (answerMs > 0) setTimeout(send, answerMs)
    else send()
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') console.log(address.port)
  })
} else await measure()

async function measure(): Promise<void> {
  const arguments_ = [import.meta.filename, String(tokenCount), String(answerMs), 'serve']
  const server = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] })
  const databases = await startNewDatabases()
  try {
    const [port] = await once(server.stdout, 'data')
    const base = `http://127.0.0.1:${Number(port)}`
    const table = []
    for (const database of ['SQLite', 'PostgreSQL'] as const) {
      const floor = await measured(await databases.newUrl[database](), (store) => fetchBare(store, base))
      const kept = await measured(await databases.newUrl[database](), (store) => keepUntilDone(store, base))
      table.push({
        database,
        'worker tokens/s': kept.perSecond,
        'bare tokens/s': floor.perSecond,
        'of it': `${Math.round((100 * kept.perSecond) / floor.perSecond)} %`,
        'worker CPU s': kept.cpuSeconds,
        'bare CPU s': floor.cpuSeconds,
        'worker MB': kept.megabytes,
        'bare MB': floor.megabytes,
      })
    }
    console.table(table)
  } finally {
    server.kill()
    await databases.stop()
  }
}

async function measured(url: string, work: (store: Store<EvmTables>) => Promise<void>) {
  const store = await openStore<EvmTables>(url)
  await migrate(store, storeMigrations, evmMigrations)
  await store.db.transaction().execute((transaction) =>
    store.insertMany(
      transaction,
      'evm_nft_tokens',
      Array.from({ length: tokenCount }, (_, id) => tokenRow(String(id))),
    ),
  )
  await sql`insert into evm_intervals (chain, first_block, last_block) values (${chain}, 1, 1)`.execute(store.db)
  await sql`insert into evm_blocks (chain, number, timestamp, transaction_count, log_count, hash, parent_hash, miner,
    gas_used, gas_limit) values (${chain}, 1, 1, 0, 0, ${new Uint8Array(32)}, ${new Uint8Array(32)}, ${contract},
    '0', '0')`.execute(store.db)
  let megabytes = 0
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, Math.round(process.memoryUsage().rss / 2 ** 20))
  }, 20)
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await work(store)
  const { user, system } = process.cpuUsage(before)
  const perSecond = Math.round(tokenCount / ((performance.now() - startedAt) / 1_000))
  clearInterval(watch)
  const { rows } = await sql<{
    named: number
  }>`select count(*) as named from evm_nft_metadata where name is not null`.execute(store.db)
  if (Number(rows[0]?.named) !== tokenCount) throw new Error(`only ${rows[0]?.named} tokens have a document`)
  await store.close()
  return { perSecond, megabytes, cpuSeconds: Math.round((user + system) / 1e5) / 10 }
}

function tokenRow(id: string) {
  return {
    ...{ chain, token_address: contract, token_hash: tokenHash(contract, id), token_id: id, standard: 721 },
    ...{ owner: contract, supply: '1', first_block: 1, minted_block: 1, minted_log: 0, minted_batch: 0 },
    ...{ minter: contract, minted_transaction: new Uint8Array(32), changed_block: 1, changed_log: 0, changed_batch: 0 },
  }
}

async function fetchBare(store: Store<EvmTables>, base: string): Promise<void> {
  const agent = new Agent({ connections: atOnce })
  const limit = pLimit(atOnce)
  const ids = Array.from({ length: tokenCount }, (_, id) => String(id))
  for (let from = 0; from < tokenCount; from += 200) {
    const rows = await Promise.all(
      ids.slice(from, from + 200).map((id) =>
        limit(async () => {
          const { body } = await agent.request({ origin: base, path: `/${id}`, method: 'GET' })
          const metadata = await body.text()
          return {
            ...{ chain, token_address: contract, token_hash: tokenHash(contract, id), token_id: id, metadata },
            ...{ name: id, created_at: 1, updated_at: 1, failures: 0, is_wanted: 0 },
          }
        }),
      ),
    )
    await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'evm_nft_metadata', rows))
  }
  await agent.close()
}

async function keepUntilDone(store: Store<EvmTables>, base: string): Promise<void> {
  const answer = ({ method, params: [call] }: RpcCall): RpcAnswer => {
    if (method === 'eth_blockNumber') return { result: '0xff' }
    const { data = '0x' } = call as { data?: string }
    if (data.length !== 74) return { result: '0x' }
    return { result: encodeAbiParameters([{ type: 'string' }], [`${base}/${BigInt(`0x${data.slice(10)}`)}`]) }
  }
  const pool = createPool([{ name: 'node', send: async (calls) => calls.map(answer) }])
  const outbound = createOutbound({ allow: ['127.0.0.1'], concurrencyPerHost: atOnce })
  const stopped = new AbortController()
  const uriOptions = { ipfsGateways: [], arweaveGateway: undefined }
  const log = { warn: (facts: object, text: string) => console.warn(text, facts) }
  const keeping = keepMetadata(
    store,
    chain,
    { pool, outbound, uriOptions },
    {
      log,
      signal: stopped.signal,
      options: {
        othersAtOnce: atOnce,
      },
    },
  )
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { rows } = await sql<{ known: number; is_due: number | null }>`
      select (select count(*) from evm_nft_metadata) as known,
        (select 1 from evm_nft_metadata where due_at is not null limit 1) as is_due`.execute(store.db)
    if (Number(rows[0]?.known) === tokenCount && rows[0]?.is_due === null) break
  }
  stopped.abort()
  await keeping
  await outbound.close()
}

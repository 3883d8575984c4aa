/*
 * The lists of a chain and their filters, as the service answers them in this process: the first page of 25 and the next, p50 / p99 of
 * 200 requests, each by the best of three rounds. Wallets are drawn as they occur: popular ones often. Then what the tables and indexes
 * behind them take.
 *
 *   node tests/bench/evm-chain-lists.ts [million transactions] [sqlite | postgres | database URL]
 *
 * By default 10 million in SQLite. `postgres` starts a server of its own. A database of a URL is filled once, kept, and only measured
 * the next time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Input } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/input/parse-input.ts'
import { type EvmExplorerApi, evmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { evmMigrations } from '#lib/evm/migrations.ts'
import { createStateReads } from '#lib/evm/queries/parts/state-reads.ts'
import { createEvmExplorerService } from '#lib/evm/queries/service.ts'
import { createServedChains } from '#lib/evm/served.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { seeded } from '#tests/support/seeded.ts'
import { addressesMax, addressOf, fillChain, methods, transactionsPerBlock } from './support/fill-chain.ts'

const asksPerList = 200
const rounds = 3

type ListName = keyof EvmExplorerApi
type Question = { name: string; list: ListName; raw: () => Record<string, unknown> }

const questionsOf = (blocks: number): Question[] => {
  const random = seeded(40)
  const wallet = () => addressOf(Math.floor(addressesMax * random() ** 4))
  const below = () => ({ to_block: Math.floor(random() * blocks) })
  const transactions = (name: string, raw: () => Record<string, unknown>): Question => ({
    name: `transactions, ${name}`,
    list: 'evmTransactions',
    raw: () => ({ ...below(), ...raw() }),
  })
  const ofWallet = (name: string, raw: () => Record<string, unknown>): Question =>
    transactions(`of a wallet, ${name}`, () => ({ address: wallet(), ...raw() }))
  const list = (name: string, list: ListName, raw: () => Record<string, unknown> = below): Question => ({
    name,
    list,
    raw,
  })
  return [
    list('blocks', 'evmBlocks'),
    transactions('all', () => ({})),
    transactions('failed', () => ({ status: 'failed' })),
    transactions('a method', () => ({ method: `0x${methods[Math.floor(random() * methods.length)]}` })),
    transactions('at least 1 ETH', () => ({ min_value: '1000000000000000000' })),
    transactions('a method nobody called', () => ({ method: '0xdeadbeef' })),
    ofWallet('all', () => ({})),
    ofWallet('out', () => ({ direction: 'out' })),
    ofWallet('in, failed', () => ({ direction: 'in', status: 'failed' })),
    ofWallet('with another', () => ({ counterparty: wallet() })),
    list('contracts', 'evmContracts'),
    list('verified contracts', 'evmVerifiedContracts', () => ({})),
    list('internal transfers', 'evmChainInternalTransfers'),
    list('internal transfers of a block', 'evmChainInternalTransfers', () => {
      const block = Math.floor(random() * blocks)
      return { from_block: block, to_block: block }
    }),
    list('withdrawals', 'evmWithdrawals'),
    list('uncles', 'evmUncles'),
    list('blob transactions', 'evmBlobTransactions'),
  ]
}

const percentiles = (times: Iterable<number>): string => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return `${at(0.5)} / ${at(0.99)}`
}

type Page = { cursor: string | null; result: readonly unknown[] }

const measure = async (store: Store<EvmTables>, { name, list, raw }: Question) => {
  const served = createServedChains([{ name: 'eth', keepsTraces: true }])
  const cursors = createCursors(new Uint8Array(32))
  const service = createEvmExplorerService({ store, served, cursors, stateReads: createStateReads(), now: Date.now })
  const ask = async (input: Record<string, unknown>): Promise<Page> => {
    const answer = service[list] as unknown as (input: Input<EvmExplorerApi[ListName]>) => Promise<Page>
    return await answer(parseInput(evmExplorerApi[list], { chain: 'eth', limit: '25', ...written(input) }) as never)
  }
  const asks = Array.from({ length: asksPerList }, raw)
  const [first, next] = [new Map<number, number>(), new Map<number, number>()]
  let rows = 0
  const timed = async (into: Map<number, number>, turn: number, input: Record<string, unknown>): Promise<Page> => {
    const startedAt = performance.now()
    const page = await ask(input)
    into.set(turn, Math.min(performance.now() - startedAt, into.get(turn) ?? Number.POSITIVE_INFINITY))
    return page
  }
  for (let round = 0; round < rounds; round++)
    for (const [turn, input] of asks.entries()) {
      const { cursor, result } = await timed(first, turn, input)
      rows += result.length
      if (cursor) await timed(next, turn, { ...input, cursor })
    }
  return {
    list: name,
    'page 1 ms': percentiles(first.values()),
    'next page ms': percentiles(next.values()),
    rows: Math.round(rows / asks.length / rounds),
  }
}

/** As a request has them. */
const written = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

const sizes = async (store: Store<EvmTables>): Promise<void> => {
  const names = ['evm_created_contracts', 'evm_withdrawals', 'evm_uncles', 'evm_blob_transactions', 'evm_transactions']
  if (store.dialect === 'sqlite') {
    const read = (name: string) => sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where name = ${name}`
    for (const name of names)
      console.log(`${name}: ${((await read(name).execute(store.db)).rows[0]?.bytes ?? 0) / 1e6} MB`)
    return
  }
  const read = (name: string) => sql<{ bytes: string }>`select pg_total_relation_size(${name}) as bytes`
  for (const name of names)
    console.log(`${name}: ${Number((await read(name).execute(store.db)).rows[0]?.bytes ?? 0) / 1e6} MB`)
}

const words = process.argv.slice(2)
const millions = words.map(Number).find((size) => size > 0) ?? 10
const target = words.find((word) => !(Number(word) > 0)) ?? 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const server = target === 'postgres' ? await startPostgres() : undefined
const url = server ? await server.createDatabase() : target === 'sqlite' ? `sqlite:${join(folder, 'chain.db')}` : target
const store = await openStore<EvmTables>(url, { statementTimeoutMs: 3_600_000 })
await migrate(store, storeMigrations, evmMigrations)
const filled = await store.db.selectFrom('evm_intervals').select('last_block').executeTakeFirst()
const startedAt = performance.now()
if (!filled) await fillChain(store, millions * 1e6)
console.error(`filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
const blocks = filled ? filled.last_block + 1 : Math.ceil((millions * 1e6) / transactionsPerBlock)
const table = []
for (const question of questionsOf(blocks)) table.push(await measure(store, question))
console.log(`${store.dialect}, ${blocks * transactionsPerBlock} transactions`)
console.table(table)
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
await sizes(store).catch((error) => console.error(`sizes are not known: ${error.message}`))
await store.close()
await server?.stop()
rmSync(folder, { recursive: true, force: true })

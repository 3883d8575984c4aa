/*
 * The lists of a chain and their filters, as the service answers them in this process: the first page of 25 and the next, p50 / p99 of
 * 200 requests, each by the best of three rounds. Wallets are drawn as they occur: popular ones often. Then what the tables and indexes
 * behind them take.
 *
 *   node tests/bench/evm-chain-lists.ts [million transactions] [sqlite | postgres | database URL] [bodies]
 *
 * By default 10 million in SQLite. `postgres` starts a server of its own. A database of a URL is filled once, kept, and only measured
 * the next time. `bodies` fills and measures only the lists that blocks alone carry (blocks, withdrawals, uncles): in a minute.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { seeded } from '#tests/support/seeded.ts'
import { addressesMax, addressOf, fillChain, methods, transactionsPerBlock } from './support/fill-chain.ts'
import { type ExplorerQuestion, type ListName, measureExplorerList } from './support/measure-explorer-list.ts'

const questionsOf = (blocks: number): ExplorerQuestion[] => {
  const random = seeded(40)
  const wallet = () => addressOf(Math.floor(addressesMax * random() ** 4))
  const below = () => ({ to_block: Math.floor(random() * blocks) })
  const transactions = (name: string, raw: () => Record<string, unknown>): ExplorerQuestion => ({
    name: `transactions, ${name}`,
    list: 'evmTransactions',
    raw: () => ({ ...below(), ...raw() }),
  })
  const ofWallet = (name: string, raw: () => Record<string, unknown>): ExplorerQuestion =>
    transactions(`of a wallet, ${name}`, () => ({ address: wallet(), ...raw() }))
  const list = (name: string, list: ListName, raw: () => Record<string, unknown> = below): ExplorerQuestion => ({
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

const bodyLists: readonly ListName[] = ['evmBlocks', 'evmWithdrawals', 'evmUncles']

const isOnlyBodies = process.argv.includes('bodies')
const words = process.argv.slice(2).filter((word) => word !== 'bodies')
const millions = words.map(Number).find((size) => size > 0) ?? 10
const target = words.find((word) => !(Number(word) > 0)) ?? 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const server = target === 'postgres' ? await startPostgres() : undefined
const url = server ? await server.createDatabase() : target === 'sqlite' ? `sqlite:${join(folder, 'chain.db')}` : target
const store = await openStore<EvmTables>(url, { statementTimeoutMs: 3_600_000 })
await migrate(store, storeMigrations, evmMigrations)
const filled = await store.db.selectFrom('evm_intervals').select('last_block').executeTakeFirst()
const startedAt = performance.now()
if (!filled) await fillChain(store, millions * 1e6, isOnlyBodies)
console.error(`filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
const blocks = filled ? filled.last_block + 1 : Math.ceil((millions * 1e6) / transactionsPerBlock)
const table = []
for (const question of questionsOf(blocks))
  if (!isOnlyBodies || bodyLists.includes(question.list)) table.push(await measureExplorerList(store, question))
console.log(`${store.dialect}, ${blocks * transactionsPerBlock} transactions`)
console.table(table)
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
await sizes(store).catch((error) => console.error(`sizes are not known: ${error.message}`))
await store.close()
await server?.stop()
rmSync(folder, { recursive: true, force: true })

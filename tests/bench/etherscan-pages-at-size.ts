/*
 * Processor time and bytes of a page of 1,000 rows in Etherscan's form, of an address that is in half of the transactions, as this process
 * answers and writes it: the first page, the last of the window, and one far from the ends. In SQLite; each question is new.
 *
 *   node tests/bench/etherscan-pages-at-size.ts [million transactions] [turns]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { askIndex } from '#tests/evm/etherscan/ask-index.ts'
import { addressOf, fillChain, transactionsPerBlock } from './support/fill-chain.ts'

const transactions = 1e6 * Number(process.argv[2] ?? 1.1)
const turns = Number(process.argv[3] ?? 20)
const offset = 1_000
const blocks = Math.ceil(transactions / transactionsPerBlock)
const address = addressOf(0)
const token = addressOf(99)

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const store = await openStore<EvmTables>(`sqlite:${join(folder, 'bench.db')}`, { statementTimeoutMs: 3_600_000 })
await migrate(store, storeMigrations, evmMigrations)
await fillChain(store, transactions, false)
// In every second transaction.
const busy = sql`unhex(${address.slice(2)})`
await sql`update evm_transactions set to_address = ${busy} where transaction_index % 2 = 0 and to_address is not null`.execute(
  store.db,
)
await sql`insert into evm_wallet_transactions (chain, address, block_number, transaction_index)
  select chain, to_address, block_number, transaction_index from evm_transactions where to_address = ${busy}
  on conflict do nothing`.execute(store.db)
await sql`insert into evm_erc20_transfers (chain, block_number, log_index, transaction_index, token_address, from_address, to_address,
    transaction_hash, value)
  select chain, block_number, transaction_index, transaction_index, unhex(${token.slice(2)}), from_address, to_address, hash, '5000'
  from evm_transactions where to_address is not null`.execute(store.db)
await sql`analyze`.execute(store.db)

const ask = askIndex(store, 1_600_000_000 + 12 * blocks)
let asked = 0

const measure = async (list: string, page: string, action: string, given: Record<string, string>) => {
  const read = async () => {
    // The block above the head makes every question a new one.
    const endblock = String(1_000_000_000 + asked++)
    return await ask('account', action, { endblock, offset: String(offset), ...given })
  }
  let answer = await read()
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  let text = ''
  for (let turn = 0; turn < turns; turn++) {
    answer = await read()
    text = JSON.stringify(answer)
  }
  const { user, system } = process.cpuUsage(before)
  if (!Array.isArray(answer.result)) throw new Error(`${action}: ${answer.message} ${answer.result}`)
  return {
    ...{ list, page, rows: answer.result.length, bytes: text.length, 'bytes gzip': gzipSync(text).length },
    'CPU ms': ((user + system) / 1_000 / turns).toFixed(1),
    ms: ((performance.now() - startedAt) / turns).toFixed(1),
  }
}

const lists = [
  ['transactions', 'txlist', { address }],
  ['ERC-20 transfers', 'tokentx', { address }],
  ['ERC-20 transfers of a token', 'tokentx', { contractaddress: token }],
] as const
const pages = [
  ['first', {}],
  ['newest', { sort: 'desc' }],
  ['tenth, the last of the window', { page: '10' }],
  ['restarted in the middle', { startblock: String(Math.floor(blocks / 2)) }],
] as const

try {
  const table: Record<string, unknown>[] = []
  for (const [list, action, of] of lists)
    for (const [page, given] of pages) table.push(await measure(list, page, action, { ...of, ...given }))
  console.log(`${transactions} transactions; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  console.table(table)
} finally {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
}

/*
 * One page of 100 of a wallet's transactions, from random places of wallets drawn as they occur (zipf), against the bare SQL
 * of the same page on the same database in the same run. The database is built through the writer.
 *
 *   node tests/bench/evm-wallet-transactions.ts sqlite [million transactions]
 *   node tests/bench/evm-wallet-transactions.ts postgres://user:password@host/database [million transactions]
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTransaction } from '#lib/evm/chain/block.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { createEvmService } from '#lib/evm/family/service.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { seeded } from '#tests/support/seeded.ts'
import { createBlockMaker, randomHex } from './support/random-blocks.ts'
import { zipf } from './support/zipf.ts'

const [target = 'sqlite', millions = '1.1'] = process.argv.slice(2)
const transactionsPerBlock = 200
const blockCount = Math.round((Number(millions) * 1e6) / transactionsPerBlock)
const walletCount = 200_000
const blocksPerBatch = 100
const pages = 2_000
const warmUpPages = 200

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const file = join(folder, 'bench.db')
const store = await openStore<EvmTables>(target === 'sqlite' ? `sqlite:${file}` : target)
await migrate(store, evmMigrations)

const random = seeded(1)
const wallets = Array.from({ length: walletCount }, () => randomHex(20))
const pickPlace = zipf(walletCount, random)
/** The first is in about one transaction of twelve. */
const pickWallet = (): Hex => wallets[pickPlace()] ?? '0x'

const transactionOf = (index: number): EvmTransaction => {
  const hasInput = random() < 0.6
  return {
    hash: randomHex(32),
    index,
    type: 2,
    nonce: BigInt(Math.floor(random() * 5_000)),
    from: pickWallet(),
    to: pickWallet(),
    value: BigInt(Math.floor(random() * 1e6)) * 10n ** 12n,
    gas: 90_000n,
    gasPrice: 14_219_353_417n,
    input: hasInput ? randomHex(68 + 32 * Math.floor(random() * 4)) : '0x',
    status: 1,
    root: null,
    gasUsed: hasInput ? 65_625n : 21_000n,
    cumulativeGasUsed: 65_625n * BigInt(index + 1),
    contractAddress: null,
    logs: hasInput
      ? [{ logIndex: index, address: pickWallet(), topics: [randomHex(32), randomHex(32)], data: randomHex(32) }]
      : [],
  }
}
const blockOf = createBlockMaker(transactionsPerBlock, transactionOf)

const index = createEvmIndex(store, 1, { from: 0 })
let writingMs = 0
let writingCpuMs = 0
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
for (let number = 0; number < blockCount; ) {
  const batch = Array.from({ length: Math.min(blocksPerBatch, blockCount - number) }, () => blockOf(number++))
  const startedAt = performance.now()
  const cpuBefore = cpuMs()
  await index.append(batch, { latest: blockCount, finalized: blockCount - 64 })
  writingMs += performance.now() - startedAt
  writingCpuMs += cpuMs() - cpuBefore
  if (number % 1_000 === 0)
    console.error(`${number} blocks, ${Math.round((number * transactionsPerBlock * 1_000) / writingMs)} transactions/s`)
}
if (store.dialect === 'postgres') await sql`vacuum analyze`.execute(store.db)

const evm = createEvmService({
  store,
  served: createServedChains([{ name: 'eth' }]),
  cursors: createCursors(new Uint8Array(32)),
})
const asks = Array.from({ length: pages + warmUpPages }, () => ({
  address: pickWallet(),
  to_block: Math.floor(random() * blockCount),
}))

const service = async ({ address, to_block }: (typeof asks)[number]): Promise<number> =>
  (await evm.walletTransactions({ address, to_block, limit: 100, disable_total: true })).result.length

const bare = async ({ address, to_block }: (typeof asks)[number]): Promise<number> => {
  const { rows } = await sql`
    select t.*, b.hash as block_hash, b.timestamp as block_timestamp from (
      select block_number, transaction_index from evm_wallet_transactions
      where chain = 1 and address = ${toBytes(address)} and (block_number, transaction_index) < (${to_block + 1}, 0)
      order by block_number desc, transaction_index desc limit 101
    ) page
    join evm_transactions t
      on t.chain = 1 and t.block_number = page.block_number and t.transaction_index = page.transaction_index
    join evm_blocks b on b.chain = 1 and b.number = page.block_number
    order by page.block_number desc, page.transaction_index desc`.execute(store.db)
  return Math.min(rows.length, 100)
}

const measure = async (ask: typeof service) => {
  const times: number[] = []
  let measuredCpuMs = 0
  let full = 0
  for (const [turn, one] of asks.entries()) {
    const startedAt = performance.now()
    const cpuBefore = cpuMs()
    const rows = await ask(one)
    if (turn < warmUpPages) continue
    measuredCpuMs += cpuMs() - cpuBefore
    times.push(performance.now() - startedAt)
    if (rows === 100) full++
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
  return {
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'p99 ms': at(0.99),
    'mean CPU ms': (measuredCpuMs / pages).toFixed(2),
    'full pages': `${full} of ${pages}`,
  }
}

const bytes =
  target === 'sqlite'
    ? statSync(file).size
    : Number(
        (await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(store.db)).rows[0]
          ?.size,
      )
const transactions = blockCount * transactionsPerBlock
console.log(`${store.dialect}: ${transactions} transactions, ${walletCount} wallets, ${(bytes / 1e9).toFixed(2)} GB`)
const rate = (ms: number): string => `${Math.round((transactions * 1_000) / ms)} transactions/s`
console.log(`written through the writer: ${rate(writingMs)}; by this process's CPU time alone ${rate(writingCpuMs)}`)
console.table({ 'service, page of 100': await measure(service), 'bare SQL, same page': await measure(bare) })
await store.close()
rmSync(folder, { recursive: true, force: true })

/*
 * Pages of 100 of a wallet's decoded transactions against the plain ones, from the same places, on the same
 * database, in the same run. Transactions call contracts with verified interfaces of 60 items, a third of them through
 * proxies, and leave 0 to 6 logs.
 *
 *   node tests/bench/evm-decoded-wallet.ts sqlite [thousand transactions]
 *   node tests/bench/evm-decoded-wallet.ts postgres://user:password@host/database [thousand transactions]
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Abi, encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, stringToHex } from 'viem'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import type { EvmLog, EvmTransaction } from '#lib/evm/chain/block.ts'
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

const [target = 'sqlite', thousands = '100'] = process.argv.slice(2)
const transactionsPerBlock = 200
const blockCount = Math.round((Number(thousands) * 1_000) / transactionsPerBlock)
const contractCount = 300
const walletCount = 400
const pages = 600
const warmUpPages = 100

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const store = await openStore<EvmTables>(target === 'sqlite' ? `sqlite:${join(folder, 'bench.db')}` : target)
await migrate(store, evmMigrations)

const random = seeded(1)
const below = (count: number): number => Math.floor(random() * count)
const addresses = (count: number): Hex[] => Array.from({ length: count }, () => randomHex(20))
const pick = (list: readonly Hex[]): Hex => list[below(list.length)] ?? '0x'

const used = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function swap(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])
const others = Array.from({ length: 56 }, (_, index) => `function other${index}(address a, uint256[] b, bytes c)`)
const abi: Abi = [...used, ...parseAbi(others)]
const wallets = addresses(walletCount)
const contracts = addresses(contractCount)
const implementations = contracts.map((_, index) => (index % 3 === 0 ? randomHex(20) : undefined))

const transferTopic = keccak256(stringToHex('Transfer(address,address,uint256)'))
const swapTopic = keccak256(stringToHex('Swap(address,uint256,uint256,uint256,uint256,address)'))
const topicOf = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`
const amount = (): bigint => BigInt(below(2 ** 32)) * 10n ** 9n
const logOf = (logIndex: number): EvmLog => {
  const ends = [topicOf(pick(wallets)), topicOf(pick(wallets))]
  const address = pick(contracts)
  const uints = (count: number) =>
    encodeAbiParameters(
      Array.from({ length: count }, () => ({ type: 'uint256' })),
      Array.from({ length: count }, amount),
    )
  if (random() < 0.7) return { logIndex, address, topics: [transferTopic, ...ends], data: uints(1) }
  if (random() < 0.7) return { logIndex, address, topics: [swapTopic, ...ends], data: uints(4) }
  return { logIndex, address, topics: [randomHex(32)], data: uints(3) }
}
const inputOf = (): Hex => {
  const shape = random()
  if (shape < 0.3) return '0x'
  if (shape < 0.7) return encodeFunctionData({ abi: used, functionName: 'transfer', args: [pick(wallets), amount()] })
  if (shape > 0.9) return randomHex(100)
  const args = [amount(), amount(), [pick(contracts), pick(contracts)], pick(wallets), 1_700_000_000n] as const
  return encodeFunctionData({ abi: used, functionName: 'swap', args })
}
const transactionOf = (index: number): EvmTransaction => {
  const input = inputOf()
  return {
    hash: randomHex(32),
    index,
    type: 2,
    nonce: BigInt(below(5_000)),
    from: pick(wallets),
    to: input === '0x' ? pick(wallets) : pick(contracts),
    value: amount(),
    gas: 90_000n,
    gasPrice: 14_219_353_417n,
    input,
    status: 1,
    root: null,
    gasUsed: 65_625n,
    cumulativeGasUsed: 65_625n * BigInt(index + 1),
    contractAddress: null,
    logs: input === '0x' ? [] : Array.from({ length: below(7) }, (_, at) => logOf(index * 10 + at)),
  }
}
const blockOf = createBlockMaker(transactionsPerBlock, transactionOf)
const index = createEvmIndex(store, 1, { from: 0 })
for (let number = 0; number < blockCount; ) {
  const batch = Array.from({ length: Math.min(50, blockCount - number) }, () => blockOf(number++))
  await index.append(batch, { latest: blockCount, finalized: blockCount - 1 })
}

const abiText = JSON.stringify(abi)
await store.db.transaction().execute(async (transaction) => {
  const verified = [...contracts, ...implementations.filter((address) => address !== undefined)]
  await store.insertMany(
    transaction,
    'evm_abis',
    verified.map((address) => ({
      chain: 1,
      address: toBytes(address),
      abi: abiText,
      match: 'match',
      checked_at: 0,
      due_at: null,
      failures: 0,
    })),
  )
  const points = contracts.flatMap((address, at) => {
    const implementation = implementations[at]
    const row = { chain: 1, address: toBytes(address) }
    if (!implementation) return [{ ...row, block_number: 0, kind: 'plain', implementations: new Uint8Array() }]
    return [0, blockCount].map((block_number) => ({
      ...row,
      block_number,
      kind: 'eip1967',
      implementations: toBytes(implementation),
    }))
  })
  await store.insertMany(transaction, 'evm_proxies', points)
})
if (store.dialect === 'postgres') await sql`vacuum analyze`.execute(store.db)

const log = { warn: (facts: object, text: string) => console.error(text, facts) }
const abis = createEvmAbis({ store, log })
const evm = createEvmService({
  store,
  served: createServedChains([{ name: 'eth' }]),
  cursors: createCursors(new Uint8Array(32)),
  abis,
})
const asks = Array.from({ length: pages + warmUpPages }, () => ({
  address: pick(wallets),
  to_block: blockCount / 2 + below(blockCount / 2),
  limit: 100,
  disable_total: true,
}))

const measure = async (ask: (input: (typeof asks)[number]) => Promise<{ result: readonly object[] }>) => {
  const times: number[] = []
  let bytes = 0
  let decoded = 0
  let logs = 0
  let cpuMs = 0
  for (const [turn, input] of asks.entries()) {
    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    const { result } = await ask(input)
    if (turn < warmUpPages) continue
    times.push(performance.now() - startedAt)
    const cpu = process.cpuUsage(cpuBefore)
    cpuMs += (cpu.user + cpu.system) / 1_000
    const text = JSON.stringify(result)
    bytes += text.length
    logs += text.split('"log_index"').length - 1
    decoded += text.split('"decoded_event"').length - 1
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
  return {
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'mean CPU ms': (cpuMs / pages).toFixed(2),
    'kB a page': Math.round(bytes / pages / 1_000),
    'logs a page': Math.round(logs / pages),
    'decoded a page': Math.round(decoded / pages),
  }
}

console.log(`${store.dialect}: ${blockCount * transactionsPerBlock} transactions, ${contractCount} contracts`)
console.table({
  'plain, page of 100': await measure((input) => evm.walletTransactions(input)),
  'decoded, page of 100': await measure((input) => evm.walletTransactionsVerbose(input)),
})
await abis.close()
await store.close()
rmSync(folder, { recursive: true, force: true })

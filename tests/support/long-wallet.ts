import { randomBytes } from 'node:crypto'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmTransaction } from '#lib/evm/chain/block.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'

const perBlock = 100

/** Sender of every transaction of `fillLongWallet`. */
export const longWallet: Hex = `0x${'5a'.repeat(20)}`

const randomHex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`
const contracts = Array.from({ length: 40 }, () => randomHex(20))
const transactionOf = (index: number, block: number): EvmTransaction => ({
  hash: randomHex(32),
  index,
  type: 2,
  nonce: BigInt(block * perBlock + index),
  from: longWallet,
  to: contracts[(block + index) % contracts.length] ?? null,
  value: BigInt(index) * 10n ** 15n,
  gas: 90_000n,
  gasPrice: 14_219_353_417n,
  input: index % 2 === 0 ? '0x' : `0xa9059cbb${randomBytes(64).toString('hex')}`,
  status: 1,
  root: null,
  gasUsed: 21_000n,
  cumulativeGasUsed: 21_000n * BigInt(index + 1),
  contractAddress: null,
  logs: [],
})

/**
 * Fills an Ethereum store with this many transactions of one wallet, a hundred per block. Returns the hashes, newest
 * first.
 */
export const fillLongWallet = async (databaseUrl: string, rows: number): Promise<Hex[]> => {
  const hashes: Hex[] = []
  const store = await openStore<EvmTables>(databaseUrl)
  await migrate(store, evmMigrations)
  const index = createEvmIndex(store, 1, { from: 0 })
  let parentHash = randomHex(32)
  const blockOf = (number: number): EvmBlock => {
    const hash = randomHex(32)
    const transactions = Array.from({ length: perBlock }, (_, at) => transactionOf(at, number))
    hashes.push(...transactions.map((one) => one.hash))
    const common = {
      gasUsed: 13_000_000n,
      gasLimit: 30_000_000n,
      baseFeePerGas: 7n,
      size: 60_000,
      miner: randomHex(20),
    }
    const block = { number, hash, parentHash, timestamp: 1_600_000_000 + 12 * number, transactions, ...common }
    parentHash = hash
    return block
  }
  const last = Math.ceil(rows / perBlock)
  for (let number = 0; number < last; number += 100) {
    const batch = Array.from({ length: Math.min(100, last - number) }, (_, at) => blockOf(number + at))
    await index.append(batch, { latest: last - 1, finalized: last - 1 })
  }
  await store.close()
  return hashes.reverse()
}

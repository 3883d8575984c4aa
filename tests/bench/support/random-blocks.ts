import { randomBytes } from 'node:crypto'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmTransaction } from '#lib/evm/chain/block.ts'

export const randomHex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`

/** Makes one block after another, each with this many transactions, twelve seconds apart. */
export const createBlockMaker = (transactions: number, transactionOf: (index: number) => EvmTransaction) => {
  let parentHash = randomHex(32)
  return (number: number): EvmBlock => {
    const block: EvmBlock = {
      number,
      hash: randomHex(32),
      parentHash,
      timestamp: 1_600_000_000 + 12 * number,
      miner: '0x0000000000000000000000000000000000000001',
      gasUsed: 13_000_000n,
      gasLimit: 30_000_000n,
      baseFeePerGas: 7n,
      size: 60_000,
      transactions: Array.from({ length: transactions }, (_, index) => transactionOf(index)),
    }
    parentHash = block.hash
    return block
  }
}

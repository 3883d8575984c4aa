import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { DecodableLog } from './token-rows.ts'

/** Every log of these blocks, in the order of the blocks. */
export const decodableLogs = (blocks: readonly EvmBlock[]): DecodableLog[] => {
  const logs: DecodableLog[] = []
  for (const { number: blockNumber, transactions } of blocks)
    for (const transaction of transactions) {
      const { index: transactionIndex, hash: transactionHash, value: transactionValue } = transaction
      for (const { logIndex, address, topics, data } of transaction.logs)
        logs.push({
          blockNumber,
          transactionIndex,
          logIndex,
          transactionHash,
          transactionValue,
          address,
          topics,
          data,
        })
    }
  return logs
}

import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'

type Log = Pick<NodeLog, 'blockNumber' | 'transactionIndex' | 'logIndex' | 'address' | 'data'> & {
  topics: readonly Hex[]
}

/** A log of a node as the store has it. */
export const logRow = (
  chain: number,
  { blockNumber, transactionIndex, logIndex, address, topics, data }: Log,
): LogRow => {
  const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = topics.map(toBytes)
  return {
    chain,
    block_number: blockNumber,
    transaction_index: transactionIndex,
    log_index: logIndex,
    address: toBytes(address),
    topic0,
    topic1,
    topic2,
    topic3,
    data: toBytes(data),
  }
}

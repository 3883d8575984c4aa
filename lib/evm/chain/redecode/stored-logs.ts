import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { DecodableLog } from '#lib/evm/chain/decode/token-rows.ts'
import { tokenTopics } from '#lib/evm/chain/decode/token-topics.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'

const topics = tokenTopics.map(toBytes)

/** The stored logs of these blocks that decoding reads, in order of position. */
export const storedTokenLogs = async (
  db: Kysely<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
): Promise<DecodableLog[]> => {
  const rows = await db
    .selectFrom('evm_logs as l')
    .innerJoin('evm_transactions as t', (join) =>
      join
        .onRef('t.chain', '=', 'l.chain')
        .onRef('t.block_number', '=', 'l.block_number')
        .onRef('t.transaction_index', '=', 'l.transaction_index'),
    )
    .select(['l.block_number', 'l.transaction_index', 'l.log_index', 'l.address', 'l.data', 't.hash', 't.value'])
    .select(['l.topic0', 'l.topic1', 'l.topic2', 'l.topic3'])
    .where('l.chain', '=', chain)
    .where('l.block_number', '>=', first)
    .where('l.block_number', '<=', last)
    .where('l.topic0', 'in', topics)
    .orderBy('l.block_number')
    .orderBy('l.transaction_index')
    .orderBy('l.log_index')
    .execute()
  return rows.map((row) => ({
    blockNumber: row.block_number,
    transactionIndex: row.transaction_index,
    logIndex: row.log_index,
    transactionHash: toHex(row.hash),
    transactionValue: BigInt(row.value),
    address: toHex(row.address),
    topics: [row.topic0, row.topic1, row.topic2, row.topic3].flatMap((topic) => (topic ? toHex(topic) : [])),
    data: toHex(row.data),
  }))
}

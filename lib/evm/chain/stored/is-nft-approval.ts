import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { bytesLiteral } from '#lib/store/dialect.ts'

/** ApprovalForAll(address,address,bool): ERC-721 and ERC-1155. */
export const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/**
 * The condition of the index of logs that approve NFTs, in the words of that index: those for a whole collection, and those of one
 * token, whose id is the fourth topic. A case, so that no planner reads another index for it.
 */
export const isNftApproval = (db: QueryExecutorProvider): RawBuilder<boolean> => {
  const topic = (hex: string) => bytesLiteral(db, toBytes(hex))
  return sql<boolean>`case when topic0 = ${topic(approvalForAllTopic)}
    or (topic0 = ${topic(tokenTopic.approval)} and topic3 is not null) then 1 else 0 end = 1`
}

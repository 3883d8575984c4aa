import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

/**
 * The indexed transaction that created a contract: the first in which its address takes part. Undefined if another contract
 * created it, or a transaction before the indexed blocks.
 */
export const creationRow = async (db: Kysely<EvmTables>, chain: number, address: string) => {
  const oldest = await db
    .selectFrom('evm_wallet_transactions as w')
    .innerJoin('evm_transactions as t', (join) =>
      join
        .onRef('t.chain', '=', 'w.chain')
        .onRef('t.block_number', '=', 'w.block_number')
        .onRef('t.transaction_index', '=', 'w.transaction_index'),
    )
    .innerJoin('evm_blocks as b', (join) =>
      join.onRef('b.chain', '=', 'w.chain').onRef('b.number', '=', 'w.block_number'),
    )
    .select(['t.hash', 't.from_address', 't.input', 't.contract_address', 't.status', 'b.number', 'b.timestamp'])
    .where('w.chain', '=', chain)
    .where('w.address', '=', toBytes(address))
    .orderBy('w.block_number')
    .orderBy('w.transaction_index')
    .limit(1)
    .executeTakeFirst()
  if (!oldest?.contract_address || oldest.status === 0) return undefined
  return toHex(oldest.contract_address) === address ? oldest : undefined
}

import type { Kysely } from 'kysely'
import type { Hex } from '#lib/evm/chain/block.ts'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { transactionOf } from '#lib/evm/query/key-joins.ts'

/** A replacement was mined lately: it is among the newest transactions of its sender. */
const rowsMax = 500

/** The indexed transaction that a sender sent with this nonce. */
export const minedWithNonce = async (
  db: Kysely<EvmTables>,
  chain: number,
  from: Hex,
  nonce: bigint,
): Promise<{ hash: Hex; block: number } | undefined> => {
  const address = toBytes(from)
  const found = await db
    .selectFrom((own) =>
      own
        .selectFrom('evm_wallet_transactions')
        .select(['block_number', 'transaction_index'])
        .where('chain', '=', chain)
        .where('address', '=', address)
        .orderBy('block_number', 'desc')
        .orderBy('transaction_index', 'desc')
        .limit(rowsMax)
        .as('newest'),
    )
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'newest')))
    .select(['t.hash', 't.block_number'])
    .where('t.from_address', '=', address)
    .where('t.nonce', '=', String(nonce))
    .limit(1)
    .executeTakeFirst()
  return found && { hash: toHex(found.hash), block: found.block_number }
}

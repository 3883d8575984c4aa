import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { FoundCreation } from './search-creation.ts'

/** The indexed transaction that created a contract; undefined if its oldest indexed one did not. */
export const indexedCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<FoundCreation | undefined> => {
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
    .select(['t.hash', 't.from_address', 't.contract_address', 't.status', 'b.number', 'b.timestamp'])
    .where('w.chain', '=', chain)
    .where('w.address', '=', toBytes(address))
    .orderBy('w.block_number')
    .orderBy('w.transaction_index')
    .limit(1)
    .executeTakeFirst()
  if (!oldest?.contract_address || oldest.status === 0 || toHex(oldest.contract_address) !== address) return undefined
  const { number, timestamp } = oldest
  return {
    block: { number, timestamp },
    transaction: { hash: toHex(oldest.hash), creator: toHex(oldest.from_address), factory: null },
    note: null,
  }
}

/** What an earlier search found. */
export const storedCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<FoundCreation | undefined> => {
  const row = await db
    .selectFrom('evm_contract_creations')
    .selectAll()
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .executeTakeFirst()
  if (!row) return undefined
  const { transaction_hash, creator, factory } = row
  return {
    block: { number: row.block_number, timestamp: row.block_timestamp },
    transaction:
      transaction_hash && creator
        ? { hash: toHex(transaction_hash), creator: toHex(creator), factory: factory && toHex(factory) }
        : undefined,
    note: row.block_number === 0 ? 'It is part of the genesis block.' : null,
  }
}

/** Keeps what a search found in a final block. */
export const keepCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
  { block, transaction }: FoundCreation,
): Promise<void> => {
  const found = {
    block_number: block.number,
    block_timestamp: block.timestamp,
    transaction_hash: transaction ? toBytes(transaction.hash) : null,
    creator: transaction ? toBytes(transaction.creator) : null,
    factory: transaction?.factory ? toBytes(transaction.factory) : null,
  }
  await db
    .insertInto('evm_contract_creations')
    .values({ chain, address: toBytes(address), ...found })
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet(found))
    .execute()
}

import type { Kysely } from 'kysely'
import type { Hex } from '#lib/evm/chain/block.ts'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import { creationRow } from '#lib/evm/chain/stored/creation-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { FoundCreation } from './search-creation.ts'

/** The indexed transaction that created a contract. */
export const indexedCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<FoundCreation | undefined> => {
  const row = await creationRow(db, chain, address)
  if (!row) return undefined
  const { number, timestamp } = row
  return {
    block: { number, timestamp },
    transaction: { hash: toHex(row.hash), creator: toHex(row.from_address), factory: null },
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

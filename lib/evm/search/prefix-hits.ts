import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hexPrefixRange, toHex } from '#lib/base/bytes.ts'
import { hashPrefix } from '#lib/evm/chain/decode/block-rows.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { EvmHit } from './contract.ts'

const hitsMax = 10
const addressBytes = 20
const hashBytes = 32

export const isHashPrefix = (text: string): boolean => hexPrefixRange(text, hashBytes) !== undefined

/** Addresses that start with the text: of indexed contracts, and of accounts with indexed transactions. */
export const addressesWithin = async (db: Kysely<EvmTables>, chain: number, text: string): Promise<string[]> => {
  const range = hexPrefixRange(text, addressBytes)
  if (!range) return []
  const { first, last } = range
  // One step of the index for each account, however many transactions it has.
  const next = (after: RawBuilder<unknown>) => sql`(select address from evm_wallet_transactions
    where chain = ${chain} and address ${after} and address <= ${last} order by address limit 1)`
  const [contracts, accounts] = await Promise.all([
    db
      .selectFrom('evm_contracts')
      .select('address')
      .where('chain', '=', chain)
      .where('address', '>=', first)
      .where('address', '<=', last)
      .orderBy('address')
      .limit(hitsMax)
      .execute(),
    sql<{ address: Uint8Array }>`
      with recursive accounts(address, place) as (
        select ${next(sql`>= ${first}`)}, 1
        union all
        select ${next(sql`> accounts.address`)}, place + 1 from accounts
        where accounts.address is not null and place < ${hitsMax}
      )
      select address from accounts where address is not null`.execute(db),
  ])
  return [...new Set([...contracts, ...accounts.rows].map(({ address }) => toHex(address)))]
}

/** Indexed transactions and blocks whose hashes start with the text. */
export const hashPrefixHits = async (
  { store: { db } }: EvmQueryContext,
  chain: ServedChain,
  text: string,
): Promise<EvmHit[]> => {
  const range = hexPrefixRange(text, hashBytes)
  if (!range) return []
  const { first, last } = range
  const [transactions, blocks] = await Promise.all([
    db
      .selectFrom('evm_transaction_hashes as h')
      .innerJoin('evm_transactions as t', (join) =>
        join
          .on('t.chain', '=', chain.id)
          .onRef('t.block_number', '=', 'h.block_number')
          .onRef('t.transaction_index', '=', 'h.transaction_index'),
      )
      .select('t.hash')
      .where('h.chain', '=', chain.id)
      .where('h.hash_prefix', '>=', hashPrefix(first))
      .where('h.hash_prefix', '<=', hashPrefix(last))
      .where('t.hash', '>=', first)
      .where('t.hash', '<=', last)
      .orderBy('h.hash_prefix')
      .limit(hitsMax)
      .execute(),
    db
      .selectFrom('evm_blocks')
      .select(['hash', 'number'])
      .where('chain', '=', chain.id)
      .where('hash', '>=', first)
      .where('hash', '<=', last)
      .orderBy('hash')
      .limit(hitsMax)
      .execute(),
  ])
  return [
    ...transactions.map(
      ({ hash }): EvmHit => ({
        type: 'transaction',
        chain: chain.name,
        value: toHex(hash),
        title: `Transaction on ${chain.title}`,
      }),
    ),
    ...blocks.map(
      ({ hash, number }): EvmHit => ({
        type: 'block',
        chain: chain.name,
        value: toHex(hash),
        title: `Block ${number} on ${chain.title}`,
      }),
    ),
  ]
}

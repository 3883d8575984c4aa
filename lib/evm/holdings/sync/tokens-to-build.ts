import { type Kysely, sql } from 'kysely'
import { readIntervals } from '#lib/evm/chain/stored/intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

const tokensAtOnce = 100

/** Contracts that are fully indexed by a checked backfill, and whose balances are not kept yet. */
export const checkedTokens = async (db: Kysely<EvmTables>, chain: number): Promise<Uint8Array[]> => {
  const { rows } = await sql<{ address: Uint8Array }>`
    select h.address from evm_histories as h
    join evm_erc20_tokens as t on t.chain = h.chain and t.token_address = h.address
    where h.chain = ${chain} and h.check_state = 'passed' and t.built_to is not null
    order by h.address limit ${tokensAtOnce}`.execute(db)
  return rows.map(({ address }) => address)
}

/** Whether a chain is indexed from its beginning without a gap. */
export const isWhole = async (db: Kysely<EvmTables>, chain: number): Promise<boolean> => {
  const [lowest, gap] = await readIntervals(db, chain)
  return lowest !== undefined && lowest.first <= 1 && !gap
}

/**
 * The next tokens after `after` whose balances are not kept, of a whole chain: those stored before Spyglass kept balances, or while
 * blocks below them were missing.
 */
export const uncountedTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  after: Uint8Array,
): Promise<Uint8Array[]> => {
  const { rows } = await sql<{ address: Uint8Array }>`
    select token_address as address from evm_erc20_tokens
    where chain = ${chain} and token_address > ${after} and built_to is not null
    order by token_address limit ${tokensAtOnce}`.execute(db)
  return rows.map(({ address }) => address)
}

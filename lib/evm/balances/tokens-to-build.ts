import { type Kysely, sql } from 'kysely'
import { readIntervals } from '#lib/evm/stored/intervals.ts'
import type { EvmTables } from '#lib/evm/tables.ts'

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

/**
 * The next tokens after `after` whose balances are not kept, on a chain that is indexed from its beginning without a gap: those
 * stored before Spyglass kept balances, or while blocks below them were missing. Undefined on other chains.
 */
export const uncountedTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  after: Uint8Array,
): Promise<Uint8Array[] | undefined> => {
  const [lowest, gap] = await readIntervals(db, chain)
  if (!lowest || lowest.first > 1 || gap) return
  const { rows } = await sql<{ address: Uint8Array }>`
    select token_address as address from evm_erc20_tokens
    where chain = ${chain} and token_address > ${after} and built_to is not null
    order by token_address limit ${tokensAtOnce}`.execute(db)
  return rows.map(({ address }) => address)
}

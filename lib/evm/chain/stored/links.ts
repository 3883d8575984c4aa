import type { Kysely } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockLink } from '#lib/indexing/chain.ts'

/** The stored blocks first..last by number. */
export const linksBetween = async (
  db: Kysely<EvmTables>,
  chain: number,
  first: number,
  last: number,
): Promise<Map<number, BlockLink>> => {
  const rows = await db
    .selectFrom('evm_blocks')
    .select(['number', 'hash', 'parent_hash'])
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .execute()
  return new Map(
    rows.map(({ number, hash, parent_hash }) => [
      number,
      { number, hash: toHex(hash), parentHash: toHex(parent_hash) },
    ]),
  )
}

export const linkAt = async (db: Kysely<EvmTables>, chain: number, number: number): Promise<BlockLink | undefined> =>
  (await linksBetween(db, chain, number, number)).get(number)

import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, countBlocks, subtractRanges } from '#lib/indexing/intervals.ts'

/** From which block on the transfers of a chain have side rows; undefined if none have. */
export const readBuiltFrom = async (db: Kysely<EvmTables>, chain: number): Promise<number | undefined> => {
  const row = await db.selectFrom('evm_fanouts').select('built_from').where('chain', '=', chain).executeTakeFirst()
  return row?.built_from
}

/** `undefined` for none. The caller's transaction holds the lock on the chain's row. */
export const writeBuiltFrom = async (
  db: Kysely<EvmTables>,
  chain: number,
  built_from: number | undefined,
): Promise<void> => {
  if (built_from === undefined) {
    await db.deleteFrom('evm_fanouts').where('chain', '=', chain).execute()
    return
  }
  await db
    .insertInto('evm_fanouts')
    .values({ chain, built_from })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ built_from }))
    .execute()
}

/** How many of the stored blocks have transfers that are not in the lists yet; 0 if there are no lists. */
export const listBlocksLeft = async (
  db: Kysely<EvmTables>,
  chain: number,
  stored: readonly BlockRange[],
): Promise<number> => {
  const builtFrom = (await readBuiltFrom(db, chain)) ?? 0
  return countBlocks(subtractRanges(stored, [{ first: builtFrom, last: Number.MAX_SAFE_INTEGER }]))
}

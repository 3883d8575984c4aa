import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/tables.ts'
import { type BlockRange, coversRange, intersectRanges } from '#lib/indexing/intervals.ts'

/** What a list with `block_exists` and `index_complete` tells of the blocks that were asked for. */
type Coverage = { block_exists: boolean; index_complete: boolean }

/** Blocks first..last; without a last, up to the newest known head. Undefined: no block can be meant. */
export type AskedBlocks = { first: number; last: number | undefined } | undefined

/**
 * Whether any asked block is stored, and whether all of them are. Blocks above the newest known head do not exist yet: a
 * range that ends there is complete at the head.
 */
export const readCoverage = async (db: Kysely<EvmTables>, chain: number, asked: AskedBlocks): Promise<Coverage> => {
  if (!asked) return { block_exists: false, index_complete: false }
  const rows = await db
    .selectFrom('evm_intervals as i')
    .leftJoin('evm_chains as c', 'c.chain', 'i.chain')
    .select(['i.first_block', 'i.last_block', 'c.head_latest'])
    .where('i.chain', '=', chain)
    .execute()
  const stored: BlockRange[] = rows.map(({ first_block, last_block }) => ({ first: first_block, last: last_block }))
  const head = Math.max(rows[0]?.head_latest ?? -1, ...stored.map(({ last }) => last))
  const range = { first: asked.first, last: Math.min(asked.last ?? head, head) }
  if (range.last < range.first) return { block_exists: false, index_complete: false }
  return { block_exists: intersectRanges(stored, [range]).length > 0, index_complete: coversRange(stored, range) }
}

import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

/** The bounds of a request; a block takes precedence over a date for the same end. */
export type BoundParameters = { from_block?: number; to_block?: number; from_date?: string; to_date?: string }

/** Blocks lowest..highest, both included; without a highest there is no upper bound. */
export type BlockBounds = { lowest: number; highest: number | undefined }

/**
 * Turns the bounds of a request into blocks. A date becomes the first stored block from it, or the last one until it: blocks
 * that share a second are all inside. Undefined when no block can be inside.
 */
export const resolveBounds = async (
  db: Kysely<EvmTables>,
  chain: number,
  { from_block, to_block, from_date, to_date }: BoundParameters,
): Promise<BlockBounds | undefined> => {
  const lowest = from_block ?? (from_date === undefined ? 0 : await firstBlockFrom(db, chain, from_date))
  if (lowest === undefined) return undefined
  if (to_block === undefined && to_date === undefined) return { lowest, highest: undefined }
  const highest = to_block ?? (to_date === undefined ? undefined : await lastBlockUntil(db, chain, to_date))
  return highest === undefined || highest < lowest ? undefined : { lowest, highest }
}

const seconds = (date: string): number => Date.parse(date) / 1_000

const firstBlockFrom = async (db: Kysely<EvmTables>, chain: number, date: string): Promise<number | undefined> => {
  const block = await db
    .selectFrom('evm_blocks')
    .select('number')
    .where('chain', '=', chain)
    .where('timestamp', '>=', Math.ceil(seconds(date)))
    .orderBy('timestamp')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return block?.number
}

const lastBlockUntil = async (db: Kysely<EvmTables>, chain: number, date: string): Promise<number | undefined> => {
  const block = await db
    .selectFrom('evm_blocks')
    .select('number')
    .where('chain', '=', chain)
    .where('timestamp', '<=', Math.floor(seconds(date)))
    .orderBy('timestamp', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return block?.number
}

import type { Kysely } from 'kysely'
import type { Coverage, RequestedRange } from '#lib/api/coverage.ts'
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

/**
 * The blocks of a request's bounds. A date is mapped to the nearest stored block: only if that block's neighbour
 * outside the range is stored too is it certain that no other block is within the date.
 */
export const requestedBlocks = (
  bounds: BlockBounds | undefined,
  { from_block, to_block, from_date }: BoundParameters,
): RequestedRange => {
  if (!bounds) return undefined
  const { lowest, highest } = bounds
  return {
    first: from_block === undefined && from_date !== undefined ? Math.max(0, lowest - 1) : lowest,
    last: highest === undefined || to_block !== undefined ? highest : highest + 1,
  }
}

/**
 * The blocks that a cursor's key keeps for later pages. Dates that were resolved while blocks were missing may mean other blocks
 * by then, so later pages of such a list are never complete.
 */
export const requestedKey = (
  asked: RequestedRange,
  { isComplete }: Pick<Coverage, 'isComplete'>,
  { from_block, to_block, from_date, to_date }: BoundParameters,
): (number | null)[] => {
  const isDated =
    (from_date !== undefined && from_block === undefined) || (to_date !== undefined && to_block === undefined)
  return asked && (isComplete || !isDated) ? [asked.first, asked.last ?? null] : [null, null]
}

export const requestedFromKey = (first: unknown, last: unknown): RequestedRange =>
  typeof first === 'number' ? { first, last: typeof last === 'number' ? last : undefined } : undefined

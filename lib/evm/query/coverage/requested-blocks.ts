import type { Coverage, RequestedRange } from '#lib/api/coverage.ts'
import type { BlockBounds, BoundParameters } from './block-bounds.ts'

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
